import { safeOnWindows } from '../../records/documents/download/document-headers.ts'
import { cleanFileName } from '../../records/documents/file-name.ts'

export const MANIFEST_NAME = 'manifest.csv'
export const LEFT_OUT_NAME = 'left-out.csv'

/** Characters that Windows does not allow in a name. */
const NOT_ON_WINDOWS = /[<>:"|?*\\/]/gu

/**
 * Makes the names of the files in an archive: each is unique, also where capitals do not count, and can be stored by
 * Windows. The second `a.pdf` is `a (2).pdf` (R21.5).
 */
export function archiveNames(): (fileName: string) => string {
  const taken = new Set([MANIFEST_NAME, LEFT_OUT_NAME])
  /** The last number of each name, so that many files of one name are quick. */
  const numbers = new Map<string, number>()
  return (fileName) => {
    const first = safeOnWindows(cleanFileName(fileName.replace(NOT_ON_WINDOWS, '_')) ?? 'document')
    let name = first
    for (
      let number = numbers.get(keyOf(first)) ?? 1;
      taken.has(keyOf(name));
      name = numbered(first, number)
    ) {
      number += 1
      numbers.set(keyOf(first), number)
    }
    taken.add(keyOf(name))
    return name
  }
}

const keyOf = (name: string) => name.toLowerCase().normalize('NFC')

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  // A name may have 255 bytes.
  const room = 255 - Buffer.byteLength(` (${number})${extension}`)
  let kept = stem
  while (Buffer.byteLength(kept) > room) kept = kept.slice(0, -1)
  return `${kept.toWellFormed().trimEnd()} (${number})${extension}`
}
