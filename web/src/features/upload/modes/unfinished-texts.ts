import { formatBytes } from '../../../lib/format.ts'
import type { UnfinishedUpload } from './unfinished.queries.ts'

/** `98 KB of 293 KB (33%)`; rounds down, so that 100% means complete. */
export function receivedText({ received, size }: Pick<UnfinishedUpload, 'received' | 'size'>): string {
  const percent = size === 0 ? 0 : Math.floor((received * 100) / size)
  return `${formatBytes(received)} of ${formatBytes(size)} (${percent}%)`
}

/** Why a chosen file cannot be the file of the unfinished upload; null if name and size match. */
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

/** Two halves of different files would become one document, and without a hash this goes undetected. */
export const ONLY_ITS_PROGRAM = 'Only the program that began it can go on.'

export function storedText({ fileName }: Pick<UnfinishedUpload, 'fileName'>, fileId: number | null): string {
  return fileId === null ? `${fileName} is stored.` : `${fileName} is stored as file ${fileId}.`
}

export function unfinishedText(count: number): string {
  return count === 1 ? '1 upload is not finished' : `${count} uploads are not finished`
}
