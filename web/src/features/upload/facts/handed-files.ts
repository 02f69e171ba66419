import { dropDraft, saveFiles, readFiles } from '../../../lib/stored-drafts.ts'

const NAME = 'handed over'

/** Passes files dropped on one screen to the upload form, for this user only. */
export function handFiles(username: string, files: readonly File[]): void {
  saveFiles({ username, name: NAME, files })
}

/** Returns the passed files and clears them; a second call returns none. */
export function takeHandedFiles(username: string): readonly File[] {
  const files = readFiles({ username, name: NAME })
  dropDraft({ username, name: NAME })
  return files
}
