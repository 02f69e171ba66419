import { descriptionProblem } from '@portal/contract/description.ts'
import type { DescriptionTypes, LatestChange, Metadata } from '@portal/contract/edit.ts'
import { actorOf, recordAudit } from '../audit/record.ts'
import { Answered } from '../http/answered.ts'
import { badRequest } from '../http/errors.ts'
import type { PersonContext } from '../world.ts'
import { changeLockedDocument, existingDocument } from './change-document.ts'
import { findLatestDeeds } from './changes.repository.ts'
import { etagOf, SAVINGS, toDescriptionTypes, toLatestChange, toMetadata } from './edit.models.ts'
import { changeDocument, type DocumentChange, type DocumentRow } from './edit.repository.ts'

type MetadataAnswer = Metadata & { LatestChanges: LatestChange[] }

export async function readMetadata(
  context: PersonContext,
  documentId: number,
): Promise<Answered<MetadataAnswer>> {
  const document = await existingDocument(context, documentId)
  const names = await context.dictionaries.names([document.county_id])
  const deeds = await findLatestDeeds(context.database.kysely, documentId, SAVINGS)
  const answer = { ...toMetadata(document, names), LatestChanges: deeds.map(toLatestChange) }
  return new Answered(answer, { headers: { etag: etagOf(document) } })
}

export async function readDescriptionTypes(
  context: PersonContext,
  documentId: number,
): Promise<Answered<DescriptionTypes>> {
  const document = await existingDocument(context, documentId)
  return new Answered(toDescriptionTypes(document), { headers: { etag: etagOf(document) } })
}

type DescriptionInput = {
  documentId: number
  ifMatch: readonly string[] | undefined
  description: string | undefined
  attachmentTypeId: number | undefined
}

/** Changes description and type; the type stays within the document's category. */
export async function saveDescriptionTypes(
  context: PersonContext,
  { documentId, ifMatch, description, attachmentTypeId }: DescriptionInput,
): Promise<Answered<{ success: true; data: DescriptionTypes }>> {
  if (description === undefined && attachmentTypeId === undefined)
    throw badRequest('Description is required.')
  const text = description === undefined ? undefined : checkedDescription(description)
  return changeLockedDocument(context, {
    documentId,
    ifMatch,
    present: toDescriptionTypes,
    async apply(transaction, document, names) {
      if (attachmentTypeId !== undefined && names.categoryOfType(attachmentTypeId) !== document.category_id) {
        throw badRequest("This attachment type does not belong to the file's category.")
      }
      const change = changesOf(document, { description: text, type_id: attachmentTypeId })
      if (!change) return { document, answer: { success: true, data: toDescriptionTypes(document) } }
      const changed = await changeDocument(transaction, documentId, change)
      await recordAudit(
        transaction,
        { clock: context.clock, actor: actorOf(context) },
        {
          what: 'description or type changed',
          documentId,
          countyId: document.county_id,
          before: toDescriptionTypes(document),
          after: toDescriptionTypes(changed),
        },
      )
      return { document: changed, answer: { success: true, data: toDescriptionTypes(changed) } }
    },
  })
}

function checkedDescription(description: string): string {
  const text = description.trim()
  if (text === '') throw badRequest('Description is required.')
  if (text.includes('\0')) throw badRequest('Description holds a character that is not allowed.')
  const problem = descriptionProblem(text)
  if (problem) throw badRequest(problem)
  return text
}

function changesOf(
  document: DocumentRow,
  wanted: { description: string | undefined; type_id: number | undefined },
): DocumentChange | null {
  const change: DocumentChange = {}
  if (wanted.description !== undefined && wanted.description !== document.description)
    change.description = wanted.description
  if (wanted.type_id !== undefined && wanted.type_id !== document.type_id) change.type_id = wanted.type_id
  return Object.keys(change).length > 0 ? change : null
}
