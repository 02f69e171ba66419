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
import { listAttachments } from './attachments.repository.ts'
import { requireVisibleCounty, requireOfferedYear } from './owner-roll.usecases.ts'

type Document = { readonly id: number; readonly fileName: string }

type OwnerQuery = {
  ownerNbr?: number | undefined
  appraisalYear?: number | undefined
  countyId?: number | undefined
}

/** The documents of an owner and year that the person may see, each with a unique name. */
export async function listOwnerAttachments(
  context: PersonContext,
  owner: OwnerQuery,
): Promise<OwnerAttachment[]> {
  const documents = await documentsOf(context, owner)
  const names = attachmentNames(documents)
  return documents.map(({ id, fileName, description }, at) => ({
    NAME: names[at] ?? fileName,
    Description: description,
    FileID: id,
  }))
}

type ViewRequest = OwnerQuery & Omit<DownloadRequest, 'find'> & { name?: string | undefined }

/**
 * The bytes of one of these documents.
 * @throws PortalError 404 unless the name matches exactly one of them.
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

/** The name with ` (file id)` before its extension. */
function nameWithId({ id, fileName }: Document): string {
  const dot = fileName.lastIndexOf('.')
  const end = dot > 0 ? dot : fileName.length
  return `${fileName.slice(0, end)} (${id})${fileName.slice(end)}`
}

/**
 * The unique names of a list of documents. If file names repeat, each gets its file id. So does a document whose own
 * name equals another's name with its id, even if that other shows no id. A name with an id in it always means that
 * document.
 */
export function attachmentNames(documents: readonly Document[]): string[] {
  const seen = new Set<string>()
  const taken = new Set(documents.map(nameWithId))
  for (const { fileName } of documents) (seen.has(fileName) ? taken : seen).add(fileName)
  return documents.map((document) =>
    taken.has(document.fileName) ? nameWithId(document) : document.fileName,
  )
}

/** The one document with that name, with or without its file id; undefined if none or several match. */
export function findDocumentByName<D extends Document>(documents: readonly D[], name: string): D | undefined {
  const withId = documents.find((document) => nameWithId(document) === name)
  if (withId) return withId
  const [only, another] = documents.filter(({ fileName }) => fileName === name)
  return another ? undefined : only
}
