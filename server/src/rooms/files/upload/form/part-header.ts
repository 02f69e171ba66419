/** The header of a form part. `fileName` is null if the part is not a file, and empty if no file was chosen. */
export type PartHeader = { name: string; fileName: string | null }

const DISPOSITION = /^content-disposition:\s*form-data\s*(;.*)$/is
/** `name="…"`, `name=…` or `name*=…`, each directly after the one before. */
const PARAMETER = /\s*;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/gsy

/**
 * Parses the header block of one part (RFC 7578), without its empty line. Returns null unless it names exactly one form
 * field.
 */
export function readPartHeader(block: string): PartHeader | null {
  // A line that begins with a space continues the one before it.
  const lines = block.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  // Some parsers accept a lone CR or LF as a line end, and would see a header line that this one does not.
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

/** Returns null for a repeated parameter or trailing text: an intermediary may read such a header differently. */
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

/**
 * Browsers encode only quotes (%22) and line ends (%0D and %0A). Older tools put a backslash before a quote instead.
 */
function unescape(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replace(/%0[AD]/gi, ' ')
}

/** Decodes `UTF-8''na%C3%AFve.pdf` (RFC 8187). Forms should not use it, but common libraries send it. */
function decodeExtended(value: string | undefined): string | null {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(value ?? '')?.[1]
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
