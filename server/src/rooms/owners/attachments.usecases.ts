import {
  LIST_HAS_CHANGED,
  SELECT_ATTACHMENT,
  SELECT_OWNER,
  type OwnerAttachment,
} from '@portal/contract/owners/owners.ts'
import { downloadDocument, type DownloadRequest } from '../../records/documents/download/download.usecases.ts'
import { countyScope } from '../../records/access/county.policy.ts'
import type { CallResult } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import type { PersonContext } from '../../records/context.ts'
import { attachmentNames, findDocumentByName } from './attachment-names.ts'
import { listAttachments } from './attachments.repository.ts'
import { requireVisibleCounty, requireOfferedYear } from './owner-roll.usecases.ts'

type OwnerQuery = {
  ownerNbr?: number | undefined
  appraisalYear?: number | undefined
  countyId?: number | undefined
}

/** The documents of an owner and year that the person may see, each under a name of its own. */
export async function listOwnerAttachments(
  context: PersonContext,
  owner: OwnerQuery,
): Promise<OwnerAttachment[]> {
  const documents = await documentsOf(context, owner)
  const names = attachmentNames(documents)
  return documents.map(({ fileName, description }, at) => ({
    NAME: names[at] ?? fileName,
    Description: description,
  }))
}

type ViewRequest = OwnerQuery & Omit<DownloadRequest, 'find'> & { name?: string | undefined }

/**
 * The bytes of one of these documents.
 * @throws PortalError 404 where the name does not mean just one of them.
 */
export async function viewOwnerAttachment(
  context: PersonContext,
  { name, method, headers, ...owner }: ViewRequest,
): Promise<CallResult<unknown>> {
  const find = async () => {
    const documents = await documentsOf(context, owner)
    if (name === undefined) throw failure(SELECT_ATTACHMENT)
    const document = findDocumentByName(documents, name)
    if (!document) throw failure(LIST_HAS_CHANGED)
    return document.id
  }
  return downloadDocument(context, { find, method, headers })
}

async function documentsOf(context: PersonContext, { ownerNbr, appraisalYear, countyId }: OwnerQuery) {
  if (ownerNbr === undefined) throw failure(SELECT_OWNER)
  const year = requireOfferedYear(context, appraisalYear)
  const county = await requireVisibleCounty(context, countyId)
  const scope =
    county === null ? countyScope(context.actor.person) : { kind: 'counties' as const, countyIds: [county] }
  return listAttachments(context.database.kysely, { partyNumber: ownerNbr, appraisalYear: year, scope })
}
