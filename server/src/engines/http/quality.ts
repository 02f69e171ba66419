/** A quality value in an Accept header of any kind (RFC 9110, section 12.4.2). */
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** How much the caller wants each name that a header such as Accept or Accept-Encoding lists, from 0 to 1. */
export function qualities(header: string | undefined): ReadonlyMap<string, number> {
  const named = new Map<string, number>()
  for (const entry of (header ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.map((part) => QUALITY.exec(part)?.[1]).find((value) => value !== undefined)
    if (name !== '') named.set(name.toLowerCase(), Number(quality ?? 1))
  }
  return named
}
