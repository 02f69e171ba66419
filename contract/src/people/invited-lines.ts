/** Matches the text between semicolons, which do not separate within quotes or angle brackets. */
const BETWEEN_PEOPLE = /(?:"[^"]*"|<[^<>]*>|[^;])+/gu
const BETWEEN_FIELDS = /(?:"[^"]*"|<[^<>]*>|[^,\t])+/gu
const BEFORE_BRACKETS = /[^<>]*<[^<>]*>|[^<>]+|[<>]/gu
const BARE = /^[^\s<>@]+@[^\s<>@]+$/u
const IN_BRACKETS = /<[^<>@]+@[^<>@]+>$/u

type Entry = { readonly fields: string[]; readonly isNamedBefore: boolean }

/**
 * Splits a line of a pasted list into one line per person: `a@b.example; c@d.example`, as mail programs copy them, is
 * two. A field without an address belongs to the person before it. A line that does not begin with a person stays
 * whole.
 */
export function splitInvitedLine(line: string): string[] {
  const split: string[] = []
  for (const part of cut(line, BETWEEN_PEOPLE)) {
    const last = split.pop()
    if (last === undefined) split.push(...peopleOf(part))
    else if (cut(part, BETWEEN_FIELDS).flatMap(addressesApart).some(isPerson))
      split.push(last, ...peopleOf(part))
    else split.push(`${last}, ${part}`)
  }
  return split.length <= 1 ? [line.trim()] : split
}

function peopleOf(part: string): string[] {
  const fields = cut(part, BETWEEN_FIELDS).flatMap(addressesApart)
  const first = fields.find(isPerson)
  if (first === undefined || (BARE.test(first) && first !== fields[0])) return [part]
  const entries: Entry[] = []
  let names: string[] = []
  for (const field of fields) {
    const last = entries.at(-1)
    if (IN_BRACKETS.test(field)) {
      entries.push({ fields: [...names, field], isNamedBefore: true })
      names = []
    } else if (BARE.test(field)) {
      last?.fields.push(...names)
      entries.push({ fields: [field], isNamedBefore: false })
      names = []
    } else if (last?.isNamedBefore === false) last.fields.push(field)
    else names.push(field)
  }
  entries.at(-1)?.fields.push(...names)
  return entries.map((entry) => entry.fields.join(', '))
}

/** Splits addresses that only spaces separate, and people whose addresses are each in angle brackets. */
function addressesApart(field: string): string[] {
  const words = field.split(/\s+/u)
  if (words.every((word) => BARE.test(word))) return words
  const bracketed = cut(field, BEFORE_BRACKETS)
  return bracketed.every((part) => IN_BRACKETS.test(part)) ? bracketed : [field]
}

const isPerson = (field: string) => BARE.test(field) || IN_BRACKETS.test(field)

function cut(text: string, fields: RegExp): string[] {
  return (text.match(fields) ?? []).map((field) => field.trim()).filter((field) => field !== '')
}
