import { FILL_ALL_FIELDS, notAccepted, tooLarge, type Upload } from '@portal/contract/files.ts'
import { MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'
import { badRequest, PortalError } from '../../http/errors.ts'
import { newStorageKey, TooManyBytes, type Staged } from '../../storage/storage.ts'
import type { PersonContext } from '../../world.ts'
import { calendarYear } from '../../calendar-year.ts'
import { cleanFileName } from '../../documents/file-name.ts'
import { acceptedExtension, checkKind } from '../kinds/check-kind.ts'
import { toUpload } from '../list/documents-page.models.ts'
import { withinDailyBytes } from './daily-bytes.ts'
import { readDraft } from './document-draft.ts'
import type { FormPart } from './form-parts.ts'
import { recordDocument } from './record-document.ts'
import { readUploadForm } from './upload-form.ts'

/** A form as it arrives; `length` is what its sender says of it in bytes, null where they say nothing. */
export type IncomingForm = { parts: AsyncIterable<FormPart>; length: number | null }

type StagedFile = Staged & { name: string }

/**
 * Stores one file: staged as it arrives, checked, kept durably, then recorded. Until the record is committed nobody
 * sees it; a refused or broken upload leaves nothing behind. Throws 400, 403, 413, 415 and 429 with a
 * sentence, and ENOSPC.
 */
export async function uploadDocument(
  context: PersonContext,
  { parts, length }: IncomingForm,
): Promise<Upload> {
  // No file is as long as the form it came in.
  const largest = Math.min(MAX_UPLOAD_BYTES, length ?? MAX_UPLOAD_BYTES)
  const { upload } = await withinDailyBytes(context, largest, () =>
    storeDocument(context, { parts, largest }),
  )
  return upload
}

type Stored = { upload: Upload; size: number }

async function storeDocument(
  context: PersonContext,
  { parts, largest }: { parts: IncomingForm['parts']; largest: number },
): Promise<Stored> {
  const key = newStorageKey()
  try {
    const { fields, file } = await readUploadForm(parts, (name, bytes) =>
      stageFile(context, key, { name, bytes, largest }),
    )
    const uploadedAt = context.clock.now()
    if (!file) throw badRequest(FILL_ALL_FIELDS)
    const draft = await readDraft(context, fields)
    const contentType = await contentTypeOf(context, key, file)
    await context.storage.keep(key)
    const stored = await recordDocument(context, {
      county_id: draft.countyId,
      uploaded_by: context.person.accountId,
      category_id: draft.categoryId,
      type_id: draft.typeId,
      description: draft.description,
      uploaded_at: uploadedAt,
      appraisal_year: calendarYear(uploadedAt, context.settings.timeZone),
      file_name: file.name,
      content_type: contentType,
      byte_size: file.size,
      sha256: file.sha256,
      storage_key: key,
    })
    const row = {
      ...stored,
      uploaded_at: stored.uploaded_at.toISOString(),
      uploaded_by_email: context.person.email,
    }
    const upload = toUpload(row, await context.dictionaries.names([stored.county_id]))
    return { upload, size: file.size }
  } catch (error) {
    await discard(context, key)
    throw error
  }
}

/** What cannot be discarded now is the sweeper's; the caller should hear of the first failure. */
async function discard({ storage, log }: PersonContext, key: string): Promise<void> {
  try {
    await storage.discard(key)
  } catch (error) {
    log.warn({ err: error, key }, 'A broken upload could not be removed yet.')
  }
}

async function stageFile(
  { storage }: PersonContext,
  key: string,
  sent: { name: string; bytes: AsyncIterable<Buffer>; largest: number },
): Promise<StagedFile> {
  const name = cleanFileName(sent.name)
  if (name === null) throw badRequest('Please give the file a name.')
  if (!acceptedExtension(name)) throw new PortalError(415, notAccepted(name))
  try {
    return { name, ...(await storage.stage(key, sent.bytes, sent)) }
  } catch (error) {
    throw error instanceof TooManyBytes ? new PortalError(413, tooLarge(name)) : error
  }
}

async function contentTypeOf(
  { storage }: PersonContext,
  key: string,
  { name, size }: StagedFile,
): Promise<string> {
  const verdict = await checkKind(name, {
    size,
    read: (offset, length) => storage.readStaged(key, offset, length),
  })
  if (verdict.ok) return verdict.contentType
  throw new PortalError(verdict.status, verdict.message)
}
