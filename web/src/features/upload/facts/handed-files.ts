import { dropDraft, saveFiles, readFiles } from '../../../lib/stored-drafts.ts'

const NAME = 'handed over'

/** Hands files that were dropped on one screen to the upload form; they are this person's alone. */
export function handFiles(username: string, files: readonly File[]): void {
  saveFiles({ username, name: NAME, files })
}

/** Takes what was handed over; a second call gets nothing. */
export function takeHandedFiles(username: string): readonly File[] {
  const files = readFiles({ username, name: NAME })
  dropDraft({ username, name: NAME })
  return files
}
