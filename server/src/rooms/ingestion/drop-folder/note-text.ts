import { oneLine } from '@portal/contract/plain-name.ts'
import type { Calendar } from '../../../engines/clock/calendar.ts'
import type { DocumentRow } from '../../../records/documents/documents.repository.ts'
import { receivedLines } from '../../../records/receipts/received-lines.ts'

/** The note next to a file that became a document. Its receipt is made later, with all files of the day. */
export function acceptedNote(
  { id, file_name, uploaded_at: receivedAt, byte_size: byteSize, sha256 }: DocumentRow,
  { timeZone, day }: { readonly timeZone: string; readonly day: string },
): string {
  return [
    `Accepted as file ${id}: ${oneLine(file_name)}`,
    ...receivedLines({ receivedAt, byteSize, sha256 }, timeZone),
    `Receipt: after the end of ${day} the portal mails one of all files of that day to the account of this folder.`,
    `From then on the details of file ${id} in the portal name it, too.`,
  ].join('\n')
}

/** The folder of a day, `YYYY-MM-DD` of the firm's zone. */
export function dayFolder(calendar: Calendar, moment: Date): string {
  return calendar.hourOf(moment).day
}

/** The note next to a rejected file. */
export function refusedNote(reason: string): string {
  return `Refused: ${oneLine(reason)}`
}

/** The note next to a file that no longer matches what was filed. */
export function changedNote({ id, byte_size, sha256 }: DocumentRow): string {
  return [
    `Changed after filing: this file is not any more what was filed as file ${id}.`,
    `Filed were ${byte_size} bytes with SHA-256 ${sha256.toString('hex')}.`,
    'File it again: move it back to the folder in which you drop files. Then remove this note.',
  ].join('\n')
}
