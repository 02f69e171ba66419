import { roleOfLabel, roleOfNext, type Role } from './label-roles.ts'
import { MAX_NAME_WORDS } from './name-forms.ts'
import { CONTINUING, GENERATIONS, LEGAL_FORMS } from './name-words.ts'
import { EMPTY_HASH, hashOn } from './phrase-table.ts'
import type { TextWord } from './text-words.ts'

/** A page from 1, with its text. */
export type TextPage = { readonly page: number; readonly text: string }

/** A name in the text that is not a piece of a longer one. */
export type Mention = {
  /** Or SEVERAL. */
  readonly number: number
  /** Its folded words. */
  readonly phrase: string
  readonly place: Place
  /** What the label next to it says. Null: it may be several. Undefined: it has no label. */
  readonly role: Role | null | undefined
  /** Whether it is alone on its line. */
  readonly isAlone: boolean
}

export type Place = { readonly page: TextPage; readonly start: number; readonly end: number }

/** The number of a phrase by its hash, or SEVERAL, or 0. */
export type FindPhrase = (hash: number) => number

/** A page with more is a list, or a stranger made it to hold up the thread: each name costs a search for its label. */
const MAX_MENTIONS = 300

/** The names that `find` knows in the words of a page, the longest at each place. The first 300 count. */
export function mentionsIn(page: TextPage, words: readonly TextWord[], find: FindPhrase): Mention[] {
  const found: Mention[] = []
  for (let at = 0; at < words.length && found.length < MAX_MENTIONS; at += 1) {
    const match = longestAt(words, at, find)
    if (!match) continue
    const { count, number } = match
    if (isWhole(words, at, count)) found.push(mentionOf(page, words.slice(at, at + count), number))
    at += count - 1
  }
  return found
}

type Match = { readonly count: number; readonly number: number }

function longestAt(words: readonly TextWord[], at: number, find: FindPhrase): Match | null {
  let best: Match | null = null
  let hash = EMPTY_HASH
  let lines = 0
  for (let count = 1; count <= MAX_NAME_WORDS; count += 1) {
    const word = words[at + count - 1]
    if (!word) break
    if (count > 1) {
      if (word.gap === 'break') break
      if (word.gap === 'line') lines += 1
      if (lines > 1) break
      hash = hashOn(hash, ' ')
    }
    hash = hashOn(hash, word.word)
    const number = find(hash)
    if (number !== 0) best = { count, number }
  }
  return best
}

/** Words next to a name that do not belong to it, though they begin with a capital letter. */
const LABEL_WORDS = new Set(
  `owner owners name names property taxpayer business account acct address phone telephone email date tax year
  signature title agent id no number party for re subject from to dear mr mrs ms dr the by of in at on is has and
  form page po box situs legal mailing attn cad party parcel lease county district city state zip street road
  appraisal value de del la el propietario nombre dueno direccion cuenta telefono fecha senor senora sr sra don dona
  january february march april may june july august september october november december`.split(/\s+/),
)
const BEFORE_LONGER = new Set('estate heirs trustee trust bank sons'.split(' '))

/** Whether the name goes on neither before nor after these words. */
function isWhole(words: readonly TextWord[], at: number, count: number): boolean {
  const [first, last] = [words[at], words[at + count - 1]]
  if (!first || !last) return false
  return !goesOn(last, words[at + count], words[at + count + 1]) && !beginsBefore(words, at)
}

function goesOn(last: TextWord, next: TextWord | undefined, afterNext: TextWord | undefined): boolean {
  if (!next || next.gap === 'break') return false
  if (LEGAL_FORMS.has(next.word) || GENERATIONS.has(next.word)) return true
  if (next.gap === 'comma') return next.word === 'et' || next.word === 'estate'
  if (CONTINUING.has(next.word)) return true
  if (next.gap === 'line') return false
  const isCompanyEnd = LEGAL_FORMS.has(last.word) && last.word !== 'co'
  if (isCompanyEnd) return next.word === 'and' && afterNext?.word === 'co'
  if (next.word === 'and') return afterNext?.isCapital === true
  return isOfName(next)
}

function beginsBefore(words: readonly TextWord[], at: number): boolean {
  const [before, further] = [words[at - 1], words[at - 2]]
  if (!before || words[at]?.gap !== 'space') return false
  if (before.word === 'of' && before.gap !== 'break' && BEFORE_LONGER.has(further?.word ?? '')) return true
  if (before.word === 'and') return further?.isCapital === true && !LABEL_WORDS.has(further.word)
  return isOfName(before)
}

function isOfName({ word, isCapital }: TextWord): boolean {
  return isCapital && !LABEL_WORDS.has(word) && !/\d/.test(word)
}

/** Characters before and after a name in which its label is. */
const LABEL_REACH = 70

function mentionOf(page: TextPage, words: readonly TextWord[], number: number): Mention {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  const { text } = page
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const nextBreak = text.indexOf('\n', end)
  const lineEnd = nextBreak === -1 ? text.length : nextBreak
  const before = text.slice(Math.max(lineStart, start - LABEL_REACH), start)
  const after = text.slice(end, Math.min(lineEnd, end + LABEL_REACH))
  return {
    number,
    phrase: words.map(({ word }) => word).join(' '),
    place: { page, start, end },
    role: roleAfter(after) ?? roleBefore(before) ?? roleOfLines({ text, lineStart, lineEnd, before }),
    isAlone: before.trim() === '' && after.replaceAll(/[\W\d]/gu, '') === '',
  }
}

/** `Rutherford & Associates, agent` */
function roleAfter(after: string): Role | undefined {
  if (/^\s*[,(]\s*(?:as |tax |its |the )*agente?\b/iu.test(after)) return 'agent'
  if (/^\s*[,(]\s*(?:as |the )*(?:operator|lessee|lessor|tenant|seller|buyer|attorney)\b/iu.test(after))
    return 'other'
  return /^\s*[,(]\s*(?:as |the )*(?:property )?owner\b/iu.test(after) ? 'owner' : undefined
}

/** A label decides up to the end of its sentence. */
function roleBefore(before: string): Role | null | undefined {
  return roleOfNext(before.slice(Math.max(before.search(/(?<=[.;]\s)[^.;]*$/u), 0)))
}

type Lines = {
  readonly text: string
  readonly lineStart: number
  readonly lineEnd: number
  readonly before: string
}

/** Labels are above the field or below it. */
function roleOfLines({ text, lineStart, lineEnd, before }: Lines): Role | null | undefined {
  if (before.trim() !== '') return undefined
  const above = lineStart === 0 ? '' : text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - 1)
  const role = roleOfLabel(above)
  if (role !== undefined) return role
  const below = text.slice(lineEnd + 1).split('\n', 1)[0] ?? ''
  return /\bnames?\b|\bnombre\b/iu.test(below) ? roleOfLabel(below) : undefined
}
