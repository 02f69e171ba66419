import {
  LIST_HAS_CHANGED,
  SELECT_ATTACHMENT,
  SELECT_OWNER,
  type OwnerAttachment,
} from '@portal/contract/owners.ts'
import { downloadDocument, type DownloadRequest } from '../documents/download.usecases.ts'
import { listScope } from '../files/files.scope.ts'
import type { Answered } from '../http/answered.ts'
import { badRequest, notFound } from '../http/errors.ts'
import type { PersonContext } from '../world.ts'
import { attachmentNames, documentNamed } from './attachment-names.ts'
import { listAttachments } from './attachments.repository.ts'
import { namedCounty, offeredYear } from './owners.usecases.ts'

type Owner = {
  ownerNbr?: number | undefined
  appraisalYear?: number | undefined
  countyId?: number | undefined
}

/** The documents of an owner and year that the person may see, each under a name of its own. */
export async function listOwnerAttachments(context: PersonContext, owner: Owner): Promise<OwnerAttachment[]> {
  const documents = await documentsOf(context, owner)
  const names = attachmentNames(documents)
  return documents.map(({ fileName, description }, at) => ({
    NAME: names[at] ?? fileName,
    Description: description,
  }))
}

type View = Owner & Omit<DownloadRequest, 'documentId'> & { name?: string | undefined }

/** The bytes of one of these documents. Throws 404 where the name does not mean just one of them. */
export async function viewOwnerAttachment(
  context: PersonContext,
  { name, method, headers, ...owner }: View,
): Promise<Answered<unknown>> {
  const documents = await documentsOf(context, owner)
  if (name === undefined) throw badRequest(SELECT_ATTACHMENT)
  const document = documentNamed(documents, name)
  if (!document) throw notFound(LIST_HAS_CHANGED)
  return downloadDocument(context, { documentId: document.id, method, headers })
}

async function documentsOf(context: PersonContext, { ownerNbr, appraisalYear, countyId }: Owner) {
  if (ownerNbr === undefined) throw badRequest(SELECT_OWNER)
  const year = offeredYear(context, appraisalYear)
  const county = await namedCounty(context, countyId)
  const scope = county === null ? listScope(context.person) : { kind: 'county' as const, countyId: county }
  return listAttachments(context.database.kysely, { partyNumber: ownerNbr, appraisalYear: year, scope })
}
