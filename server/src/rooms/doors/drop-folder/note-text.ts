import type { Calendar } from '../../../engines/clock/calendar.ts'
import { momentText } from '../../../engines/mail/moment-text.ts'
import type { DocumentRow } from '../../../records/documents/documents.repository.ts'

/** What stands beside a file that became a document. */
export function acceptedNote(
  { id, file_name, uploaded_at, byte_size, sha256 }: DocumentRow,
  timeZone: string,
): string {
  return [
    `Accepted as file ${id}: ${file_name}`,
    `Received: ${uploaded_at.toISOString()} (${momentText(uploaded_at, timeZone)})`,
    `Size: ${byte_size} bytes`,
    `SHA-256: ${sha256.toString('hex')}`,
  ].join('\n')
}

/** The folder of a day, `YYYY-MM-DD` of the firm's zone. */
export function dayFolder(calendar: Calendar, moment: Date): string {
  return calendar.hourOf(moment).day
}

/** What stands beside one that was refused. */
export function refusedNote(reason: string): string {
  return `Refused: ${reason}`
}

/** What stands beside a file that is not any more what was filed. */
export function changedNote({ id, byte_size, sha256 }: DocumentRow): string {
  return [
    `Changed after filing: this file is not any more what was filed as file ${id}.`,
    `Filed were ${byte_size} bytes with SHA-256 ${sha256.toString('hex')}.`,
    'File it again: move it back to the folder in which you drop files. Then remove this note.',
  ].join('\n')
}
