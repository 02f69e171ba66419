import { isObject } from '../../../lib/wire.ts'
import { dropDraft, saveDraft, saveFiles, readDraft, readFiles } from '../../../lib/stored-drafts.ts'
import { EMPTY_FIELDS, isUploadFields, type UploadFields } from '../facts/upload-fields.ts'

const NAME = 'upload'

/** An upload that was started on the form but not sent. */
export type UploadDraft = {
  readonly fields: UploadFields
  /** Lost when the page reloads. */
  readonly files: readonly File[]
  /** The number of files in the draft, including lost ones. */
  readonly fileCount: number
}

type StoredDraft = Pick<UploadDraft, 'fields' | 'fileCount'>

function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isObject(value)) return false
  const { fields, fileCount } = value as Partial<StoredDraft>
  return typeof fileCount === 'number' && isUploadFields(fields)
}

/** The user's draft of the upload form in this tab; null if there is none. */
export function readUploadDraft(username: string): UploadDraft | null {
  const kept = readDraft({ username, name: NAME }, isStoredDraft)
  const files = readFiles({ username, name: NAME })
  if (kept === null)
    return files.length === 0 ? null : { fields: EMPTY_FIELDS, files, fileCount: files.length }
  return { ...kept, files }
}

/** Saves the draft, replacing an older one; null deletes it. */
export function saveUploadDraft(username: string, draft: UploadDraft | null): void {
  if (draft === null) {
    dropDraft({ username, name: NAME })
    return
  }
  const { files, ...value } = draft
  saveDraft({ username, name: NAME, value })
  saveFiles({ username, name: NAME, files })
}
