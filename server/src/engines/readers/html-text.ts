/** Elements whose content nobody sees. */
const UNSEEN = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])
/** Elements after which text continues in the same line. */
const INLINE = new Set([
  'a',
  'b',
  'i',
  'u',
  'em',
  'strong',
  'span',
  'font',
  'small',
  'big',
  'sub',
  'sup',
  'code',
])
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ntilde', 'ñ'],
  ['Ntilde', 'Ñ'],
  ['aacute', 'á'],
  ['eacute', 'é'],
  ['iacute', 'í'],
  ['oacute', 'ó'],
  ['uacute', 'ú'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['rsquo', '’'],
  ['lsquo', '‘'],
  ['rdquo', '”'],
  ['ldquo', '“'],
  ['hellip', '…'],
])

/** The text of HTML as people see it, in one pass, so that hostile HTML takes no longer than other. */
export function textOfHtml(html: string): string {
  const parts: string[] = []
  const lowerCase = html.toLowerCase()
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) return decode(parts, html.slice(at))
    parts.push(html.slice(at, open))
    if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open + 4)
      continue
    }
    const close = html.indexOf('>', open)
    if (close === -1) break
    const name = /^\/?[a-z][a-z\d]*/i.exec(html.slice(open + 1, open + 30))?.[0].toLowerCase() ?? ''
    at = UNSEEN.has(name) ? after(html, '>', after(lowerCase, `</${name}`, close)) : close + 1
    parts.push(separatorOf(name))
  }
  return decode(parts, '')
}

/** What a tag is in the text. The cells of a row are in one line. */
function separatorOf(tag: string): string {
  if (INLINE.has(tag.replace('/', '')) || tag === 'td' || tag === 'th') return ''
  return tag === '/td' || tag === '/th' ? '\t' : '\n'
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

function decode(parts: readonly string[], rest: string): string {
  return [...parts, rest].join('').replaceAll(/&(#x?[\da-f]{1,7}|[a-z]{2,10});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? whole
    const isHex = name[1] === 'x' || name[1] === 'X'
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
