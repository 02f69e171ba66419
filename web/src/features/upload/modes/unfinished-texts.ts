import { formatBytes } from '../../../lib/format.ts'
import type { UnfinishedUpload } from './unfinished.queries.ts'

/** `98 KB of 293 KB (33%)`; the last byte is not rounded up to. */
export function receivedText({ received, size }: Pick<UnfinishedUpload, 'received' | 'size'>): string {
  const percent = size === 0 ? 0 : Math.floor((received * 100) / size)
  return `${formatBytes(received)} of ${formatBytes(size)} (${percent}%)`
}

/** Why a chosen file cannot be the one whose upload began; null where name and size are the same. */
export function otherFileText(
  { fileName, size }: Pick<UnfinishedUpload, 'fileName' | 'size'>,
  chosen: Pick<File, 'name' | 'size'>,
): string | null {
  if (chosen.name === fileName && chosen.size === size) return null
  const which = chosen.name === fileName ? 'This one' : chosen.name
  return `Choose ${fileName}, ${formatBytes(size)}. ${which} is another file.`
}

export function changedFileText({ fileName }: Pick<UnfinishedUpload, 'fileName'>): string {
  return `${fileName} has changed since its upload began. Discard it and upload the file anew.`
}

/** Half of one file and half of another would become one document, and without a hash nobody notices. */
export const ONLY_ITS_PROGRAM = 'Only the program that began it can go on.'

export function storedText({ fileName }: Pick<UnfinishedUpload, 'fileName'>, fileId: number | null): string {
  return fileId === null ? `${fileName} is stored.` : `${fileName} is stored as file ${fileId}.`
}

export function unfinishedText(count: number): string {
  return count === 1 ? '1 upload is not finished' : `${count} uploads are not finished`
}
