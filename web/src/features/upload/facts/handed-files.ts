import { dropDraft, readDraft, readFiles, saveDraft, saveFiles } from '../../../lib/stored-drafts.ts'
import { isUploadFields, type UploadFields } from './upload-fields.ts'

const NAME = 'handed over'

/** Files, and what the person typed about them. */
export type HandedUpload = { readonly files: readonly File[]; readonly fields: UploadFields | null }

/** Passes files dropped on one screen to the upload form, for this user only. */
export function handFiles(username: string, files: readonly File[]): void {
  saveFiles({ username, name: NAME, files })
}

/** Passes files with their fields from one layout of /add to the other, for this user only. */
export function handUpload(username: string, { files, fields }: HandedUpload): void {
  handFiles(username, files)
  saveDraft({ username, name: NAME, value: fields })
}

/** The passed fields, which stay until `takeHandedUpload`; null if there are none. */
export function handedFields(username: string): UploadFields | null {
  return readDraft({ username, name: NAME }, isUploadFields)
}

/** Returns what was passed and clears it; a second call returns nothing. */
export function takeHandedUpload(username: string): HandedUpload {
  const handed = { files: readFiles({ username, name: NAME }), fields: handedFields(username) }
  dropDraft({ username, name: NAME })
  return handed
}
