const LONGEST_NAME_BYTES = 255
/** Text after the last dot that is longer than this is not treated as an extension. */
const LONGEST_EXTENSION_BYTES = 20

/**
 * Characters that can hide or reorder a name's letters, or break a line: controls, marks of writing direction, and
 * characters without a shape. Variation selectors stay: they choose the shape of the letter before them.
 */
export const UNSEEN =
  /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]]/gv

/**
 * Returns the name under which a document is stored and shown, from the name that the browser sent. It is the base name
 * only, well-formed, composed (NFC), without invisible characters, at most 255 bytes of UTF-8 including its extension.
 * Null if no usable name remains. Cleaning a clean name changes nothing.
 */
export function cleanFileName(raw: string | undefined): string | null {
  if (raw === undefined) return null
  const base = raw.slice(Math.max(raw.lastIndexOf('/'), raw.lastIndexOf('\\')) + 1)
  const name = shortened(base.toWellFormed().replace(UNSEEN, '').normalize('NFC').trim())
  return /^[.\s]*$/.test(name) ? null : name
}

/** Shortens a long name before its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const extensionBytes = Buffer.byteLength(extension)
  if (extension === '' || extensionBytes > LONGEST_EXTENSION_BYTES) return cut(name, LONGEST_NAME_BYTES)
  return cut(name.slice(0, dot), LONGEST_NAME_BYTES - extensionBytes) + extension
}

/** Keeps as many whole characters as fit. */
function cut(text: string, bytes: number): string {
  let kept = ''
  let room = bytes
  for (const character of text) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    kept += character
  }
  return kept.trimEnd()
}
