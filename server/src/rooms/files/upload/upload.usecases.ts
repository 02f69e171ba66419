import type { Upload } from '@portal/contract/files/files.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { PersonContext } from '../../../records/context.ts'
import { completeIntake, type Delivery } from '../../../records/intake/complete-intake.ts'
import { withQuota } from '../../../records/intake/with-quota.ts'
import { certainCounty, readDraft } from '../../../records/intake/document-draft.ts'
import { readOwner } from '../../../records/intake/named-owner.ts'
import { discardOnFailure, stageFile } from '../../../records/intake/stage-file.ts'
import { withUploadPermit, type AcquirePermit } from '../../../records/intake/upload-permit.ts'
import { requireOpenCounty, requireUploadFor } from '../../../records/intake/upload-county.ts'
import type { UploadPermit } from '../../../records/intake/upload-limiter.ts'
import { toUpload } from '../../../records/documents/pages/documents-page.models.ts'
import type { FormPart } from './form/form-parts.ts'
import { readUploadForm } from './form/upload-form.ts'

/** A form as it arrives; `length` is what its sender says of it in bytes, null where they say nothing. */
export type UploadBody = {
  readonly parts: AsyncIterable<FormPart>
  readonly length: number | null
  readonly turn: UploadPermit
  /** The context of who sends it once the bytes have come. @throws PortalError where they may no longer upload. */
  readonly letInAgain: () => Promise<PersonContext>
}

/**
 * Takes in the file of a form.
 * @throws PortalError 400, 403, 413, 415 and 429 with a sentence; BrokenForm, ENOSPC, and the errors of the sender.
 */
export async function uploadDocument(
  context: PersonContext,
  { parts, length, turn, letInAgain }: UploadBody,
): Promise<Upload> {
  // No file is as long as the form it came in.
  const { maxUploadBytes } = context.settings
  const largest = Math.min(maxUploadBytes, length ?? maxUploadBytes)
  const { document } = await withQuota(context, largest, () =>
    withUploadPermit(context, turn, async (acquirePermit) => {
      const delivery = await stageDelivery(context, { parts, largest, acquirePermit, letInAgain })
      return { document: await completeIntake(context, delivery), size: delivery.file.size }
    }),
  )
  const row = {
    ...document,
    uploaded_at: document.uploaded_at.toISOString(),
    uploaded_by_email: context.actor.person.email,
  }
  return toUpload(row, await context.dictionaries.names([document.county_id]))
}

type BoundedForm = Pick<UploadBody, 'parts' | 'letInAgain'> & {
  readonly largest: number
  readonly acquirePermit: AcquirePermit
}

/** Stages the file while the form is read; `largest` is how many bytes it has at most. */
function stageDelivery(
  context: PersonContext,
  { parts, letInAgain, ...bounds }: BoundedForm,
): Promise<Delivery> {
  const key = newStorageKey()
  return discardOnFailure(context, key, async () => {
    const begun = context.actor.person
    const { fields, file } = await readUploadForm(parts, async (name, bytes, fieldsBefore) => {
      const countyId = certainCounty(begun, fieldsBefore)
      if (countyId !== undefined) await requireOpenCounty(context, countyId)
      return stageFile(context, { key, name, bytes, ...bounds })
    })
    const uploadedAt = context.clock.now()
    if (!file) throw failure(FILL_ALL_FIELDS)
    const { person } = (await letInAgain()).actor
    const link = readOwner(fields)
    const owner = link && { link, by: person }
    const draft = readDraft(begun, fields)
    requireUploadFor(person, draft.countyId)
    return { file, draft, owner, uploadedBy: person.accountId, uploadedAt }
  })
}
