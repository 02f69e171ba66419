import type { EntryDuplicate } from '../sender/entry-duplicates.ts'

/** The destination of the sender's files, as worded in a sentence. */
export type Where = 'in the county' | 'among your documents'

/** Counts the duplicates: `3 files are in the county already, and 1 is in this list twice`. */
export function duplicatesText(duplicates: readonly EntryDuplicate[], where: Where): string {
  const stored = duplicates.filter(({ documents }) => documents.total > 0).length
  const repeated = duplicates.length - stored
  const parts = [
    ...(stored > 0 ? [`${stored === 1 ? '1 file is' : `${stored} files are`} ${where} already`] : []),
    ...(repeated > 0 ? [`${filesAre(repeated, stored > 0)} in this list twice`] : []),
  ]
  return parts.join(', and ')
}

function filesAre(count: number, isAfterOthers: boolean): string {
  const [one, several] = isAfterOthers ? ['1 is', `${count} are`] : ['1 file is', `${count} files are`]
  return count === 1 ? one : several
}

/** The question before duplicates are sent. */
export function duplicatesQuestion(duplicates: readonly EntryDuplicate[], where: Where): string {
  return duplicates.length === 1
    ? `${duplicatesText(duplicates, where)}. Send it anyway, or leave it out?`
    : `${duplicatesText(duplicates, where)}. Send them anyway, or leave them out?`
}

/** Counts the duplicates beyond those listed by name. */
export function othersText({ documents: { total, files } }: EntryDuplicate): string {
  const others = total - files.length
  return others > 0 ? `and ${others} more` : ''
}
