/** What a part of a form says of itself; `fileName` only where the part is a file, empty when none was chosen. */
export type PartHeader = { name: string; fileName: string | null }

const DISPOSITION = /^content-disposition:\s*form-data\s*(;.*)$/is
/** `name="…"`, `name=…` or `name*=…`, one right after the other. */
const PARAMETER = /\s*;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/gsy

/** The header block of one part (RFC 7578), without its empty line; null when it does not name one form field. */
export function readPartHeader(block: string): PartHeader | null {
  // A line that begins with a space continues the one before it.
  const lines = block.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  // Half a line end is one to some readers: what stands behind it would be a line that we have not read.
  if (lines.some((text) => /[\r\n]/.test(text))) return null
  const [line = '', ...more] = lines.filter((candidate) => /^content-disposition\s*:/i.test(candidate))
  const disposition = DISPOSITION.exec(line)?.[1]
  if (disposition === undefined || more.length > 0) return null
  const parameters = readParameters(disposition)
  const name = parameters?.get('name')
  if (parameters === null || name === undefined) return null
  const extended = decodeExtended(parameters.get('filename*'))
  return { name, fileName: extended ?? parameters.get('filename') ?? null }
}

/** Null where one is given twice or anything else stands: others on the way may have read another one. */
function readParameters(text: string): Map<string, string> | null {
  const found = new Map<string, string>()
  let read = 0
  for (const [parameter, name = '', quoted, plain = ''] of text.matchAll(PARAMETER)) {
    if (found.has(name.toLowerCase())) return null
    found.set(name.toLowerCase(), quoted === undefined ? plain : unescape(quoted))
    read += parameter.length
  }
  return text.slice(read).trim() === '' ? found : null
}

/** Browsers write a quote as %22 and line ends as %0D and %0A, and nothing else; older tools put a backslash before it. */
function unescape(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replace(/%0[AD]/gi, ' ')
}

/** `UTF-8''na%C3%AFve.pdf`: not meant for forms, but common libraries send it (RFC 8187). */
function decodeExtended(value: string | undefined): string | null {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(value ?? '')?.[1]
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
