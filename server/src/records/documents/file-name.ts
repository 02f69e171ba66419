const LONGEST_NAME_BYTES = 255
/** Longer than that, what follows the last dot is no extension worth keeping. */
const LONGEST_EXTENSION_BYTES = 20

/**
 * What can hide or reorder a name's letters, or break a line: controls, marks of writing direction, characters that
 * have no shape. Variation selectors stay: they choose the shape of the letter before them.
 */
const UNSEEN =
  /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]]/gv

/**
 * The name that a document is stored and shown under, from what the browser sent: the base name only, well-formed,
 * composed (NFC), without unseen characters, at most 255 bytes of UTF-8 with its extension kept. Null when nothing
 * usable is left. Cleaning a clean name changes nothing.
 */
export function cleanFileName(raw: string | undefined): string | null {
  if (raw === undefined) return null
  const base = raw.slice(Math.max(raw.lastIndexOf('/'), raw.lastIndexOf('\\')) + 1)
  const name = shortened(base.toWellFormed().replace(UNSEEN, '').normalize('NFC').trim())
  return /^[.\s]*$/.test(name) ? null : name
}

/** Cut before its extension where it is too long. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const extensionBytes = Buffer.byteLength(extension)
  if (extension === '' || extensionBytes > LONGEST_EXTENSION_BYTES) return cut(name, LONGEST_NAME_BYTES)
  return cut(name.slice(0, dot), LONGEST_NAME_BYTES - extensionBytes) + extension
}

/** As many whole characters as fit. */
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
