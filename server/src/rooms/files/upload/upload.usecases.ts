import type { Upload } from '@portal/contract/files/files.ts'
import { OTHER_UPLOAD } from '@portal/contract/files/resumable.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files/upload-errors.ts'
import { failure, PortalError } from '../../../engines/http/errors.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { PersonContext } from '../../../records/context.ts'
import type { DocumentRow } from '../../../records/documents/documents.repository.ts'
import { completeIntake, type Delivery } from '../../../records/intake/complete-intake.ts'
import { certainCounty, readDraft } from '../../../records/intake/document-draft.ts'
import { readCorrects } from '../../../records/intake/correction.ts'
import { readOwner } from '../../../records/intake/named-owner.ts'
import { readSenderOwner } from '../../../records/intake/sender-owner.ts'
import { discard, discardOnFailure, stageFile } from '../../../records/intake/stage-file.ts'
import type { UploadPermit } from '../../../records/intake/upload-permit.ts'
import { requireOpenCounty, requireUploadFor } from '../../../records/intake/upload-county.ts'
import { toUpload } from '../../../records/documents/pages/documents-page.models.ts'
import type { FormPart } from './form/form-parts.ts'
import { readUploadForm } from './form/upload-form.ts'
import { findRepeated, readSenderKey, recordingKey, type SenderKey } from './repeated-upload.ts'

/** A form as it arrives. */
export type UploadBody = {
  readonly parts: AsyncIterable<FormPart>
  /** The maximum size of the file, in bytes. */
  readonly largest: number
  readonly permit: UploadPermit
  /** Repeats the sender's access check after the bytes. @throws PortalError if they may no longer upload. */
  readonly letInAgain: () => Promise<PersonContext>
}

/**
 * Stores the file of a form as a document. A form that comes again under its sender's key returns the same document.
 * @throws PortalError 400, 403, 409, 413, 415 and 429 with a sentence; BrokenForm, ENOSPC, and the errors of the sender.
 */
export async function uploadDocument(context: PersonContext, body: UploadBody): Promise<Upload> {
  const staged = await stageDelivery(context, body)
  const document = 'stored' in staged ? staged.stored : await store(context, staged)
  const row = {
    ...document,
    uploaded_at: document.uploaded_at.toISOString(),
    uploaded_by_email: context.actor.person.email,
  }
  return toUpload(row, await context.dictionaries.names([document.county_id]))
}

type Staged = { readonly delivery: Delivery; readonly repeatable: SenderKey | null }

async function store(context: PersonContext, { delivery, repeatable }: Staged): Promise<DocumentRow> {
  try {
    return await completeIntake(context, delivery)
  } catch (error) {
    const isInUse = error instanceof PortalError && error.code === OTHER_UPLOAD.code
    // The same form was stored at the same time.
    const stored = repeatable && isInUse && (await findRepeated(context, repeatable, delivery.file))
    if (stored) return stored
    throw error
  }
}

/** Stages the file while the form is read, unless its sender has stored it already. */
function stageDelivery(
  context: PersonContext,
  { parts, largest, permit, letInAgain }: UploadBody,
): Promise<Staged | { readonly stored: DocumentRow }> {
  const key = newStorageKey()
  return discardOnFailure(context, key, async () => {
    const begun = context.actor.person
    const { fields, file } = await readUploadForm(parts, async (name, bytes, fieldsBefore) => {
      const countyId = certainCounty(begun, fieldsBefore)
      // The county may have been closed after a form that comes again was stored.
      if (countyId !== undefined && !fieldsBefore.senderKey) await requireOpenCounty(context, countyId)
      return stageFile(context, { key, name, bytes, largest, permit })
    })
    const uploadedAt = context.clock.now()
    if (!file) throw failure(FILL_ALL_FIELDS)
    const present = await letInAgain()
    const { person } = present.actor
    const repeatable = readSenderKey(fields, file)
    const stored = repeatable && (await findRepeated(present, repeatable, file))
    if (stored) {
      await discard(context, key)
      // Repeats count like files, or nothing would limit them.
      await permit.keepOnly(file.size)
      return { stored }
    }
    const link = readOwner(fields)
    const owner = link && { link, by: person }
    const partyNumber = readSenderOwner(fields)
    const senderOwner = partyNumber === null ? null : { partyNumber, by: person }
    const correctsId = readCorrects(fields)
    const corrects = correctsId === null ? null : { documentId: correctsId, by: person }
    const draft = readDraft(begun, fields)
    requireUploadFor(person, draft.countyId)
    const { accountId } = person
    const owners = { owner, senderOwner, corrects }
    const staged = { file, draft, ...owners, uploadedBy: accountId, uploadedAt, reserved: permit }
    const alsoRecord = repeatable ? recordingKey(context, repeatable, staged) : undefined
    return { delivery: { ...staged, alsoRecord }, repeatable }
  })
}
