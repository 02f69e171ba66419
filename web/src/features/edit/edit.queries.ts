import { getAgents, getOwners, unlinkAgent, unlinkOwner } from '@portal/contract/edit/edit-links.ts'
import { getRendered } from '@portal/contract/edit/edit-rendered.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import { getDescriptionTypes, type Metadata } from '@portal/contract/edit/edit.ts'
import { queryOptions } from '@tanstack/react-query'
import { callWithVersion, CallError } from '../../lib/call.ts'
import {
  aimAt,
  readStatus,
  saveAgents,
  saveDescriptionTypes,
  saveNamedOwnerDismissed,
  saveRendered,
  saveStatus,
  type SaveTarget,
} from '../../lib/document-saves.ts'
import { openQuestionQuery, questionPointsQuery } from '../../lib/questions.queries.ts'
import { categoriesQuery, typesOfCategoryQuery } from '../../lib/lookups.queries.ts'
import type { EditRecord, Part } from './edit-record.ts'
import {
  readRemainingAgents,
  readRemainingOwners,
  readAgentLinks,
  readDescriptionTypes,
  readMetadata,
  readOwnerLinks,
  readRendered,
  readSavedAgents,
  readSavedDescriptionTypes,
  readSavedMetadata,
  readSavedRendered,
} from './edit.wire.ts'
import type { LinkKind } from '../../lib/parties.ts'
import { agentToLink, type AssignedLink, type Link, type Links } from './links/links.ts'
import type { EditCalls } from './save/save-document.ts'

/** The most reads of a document that keeps changing, until all parts have one version; then the last read counts. */
const MAX_READ_TRIES = 3

/**
 * Reads a document for the dialog, all parts at the same version. A part that cannot be read is listed as unread, and
 * the rest still works: its placeholder is empty and is neither shown nor saved.
 */
async function readEditRecord(known: Metadata, signal?: AbortSignal): Promise<EditRecord> {
  const options = { params: { id: known.FileID }, ...(signal && { signal }) }
  for (let tried = 1; ; tried += 1) {
    const [status, descriptionTypes, rendered, owner, agent] = await Promise.all([
      readPart('status', readStatus(known.FileID, signal)),
      readPart('descriptiontypes', callWithVersion(getDescriptionTypes, options)),
      readPart('rendered', callWithVersion(getRendered, options)),
      readLinks(callWithVersion(getOwners, options), readOwnerLinks),
      readLinks(callWithVersion(getAgents, options), readAgentLinks),
    ])
    const parts = [status, descriptionTypes, rendered]
    const unread = parts.filter(({ failure }) => failure !== null)
    if (unread.length === parts.length || unread.some(isGone)) throw unread[0]?.failure
    const versions = [...parts, owner, agent].map(({ etag }) => etag).filter((etag) => etag !== UNREAD)
    if (new Set(versions).size > 1 && tried < MAX_READ_TRIES) continue
    return {
      ...readMetadata(status.result, known),
      descriptionTypes: readDescriptionTypes(descriptionTypes.result),
      rendered: readRendered(rendered.result),
      links: { owner: owner.links, agent: agent.links },
      unread: unread.map(({ part }) => part),
      etag: versions[0] ?? null,
    }
  }
}

type PartReading<T> = {
  readonly part: Part
  readonly result: T | null
  readonly etag: string | null
  readonly failure: unknown
}

async function readPart<T>(
  part: Part,
  reading: Promise<{ result: T; etag: string | null }>,
): Promise<PartReading<T>> {
  try {
    return { part, ...(await reading), failure: null }
  } catch (failure) {
    console.error(failure)
    return { part, result: null, etag: UNREAD, failure }
  }
}

/** Whether the document is gone or not visible any more: then its other parts are too. */
function isGone({ failure }: Pick<PartReading<unknown>, 'failure'>): boolean {
  return !(failure instanceof CallError) || [401, 403, 404].includes(failure.status)
}

const UNREAD = 'unread'

/** If a list cannot be read, the rest of the dialog still works. */
async function readLinks<T>(
  reading: Promise<{ result: T; etag: string | null }>,
  readList: (result: T) => readonly AssignedLink[],
): Promise<{ links: Links; etag: string | null }> {
  try {
    const { result, etag } = await reading
    return { links: { list: readList(result), failure: null }, etag }
  } catch (failure) {
    console.error(failure)
    const reason = failure instanceof Error ? failure.message : ''
    return { links: { list: [], failure: reason }, etag: UNREAD }
  }
}

/** Read each time the dialog opens, but never again while the user is typing. */
export function editRecordQuery(known: Metadata) {
  return queryOptions({
    queryKey: ['edit', known.FileID],
    queryFn: async ({ signal, client }) => {
      const record = await readEditRecord(known, signal)
      // They decide what the sections Rendered and What is missing? have, and whether a question is shown; later, it would move controls under the pointer.
      await Promise.all([
        client.prefetchQuery(questionPointsQuery(known.FileID)),
        ...(record.metadata.StatusID === STATUS.needMoreInfo
          ? [client.prefetchQuery(openQuestionQuery(known.FileID))]
          : []),
        client.prefetchQuery(categoriesQuery),
        client.prefetchQuery(typesOfCategoryQuery(record.descriptionTypes.attachmentCategoryId || undefined)),
      ])
      return record
    },
    staleTime: 'static',
    gcTime: 0,
  })
}

function targetOf({ metadata: { FileID: fileId }, etag: version }: EditRecord): SaveTarget {
  return { fileId, version }
}

export const editCalls: EditCalls = {
  saveDescriptionTypes: async (known, body) => {
    const { result, etag } = await saveDescriptionTypes(targetOf(known), body)
    return { data: readSavedDescriptionTypes(result, { ...known.descriptionTypes, ...body }), etag }
  },
  saveRendered: async (known, body) => {
    const { result, etag } = await saveRendered(targetOf(known), body)
    return { data: readSavedRendered(result, { ...known.rendered, ...body }), etag }
  },
  saveAgents: async (known, added) => {
    const { result, etag } = await saveAgents(targetOf(known), added.map(agentToLink))
    return { data: readSavedAgents(result, { before: known.links.agent, added }), etag }
  },
  saveStatus: async (known, body) => {
    const { result, etag } = await saveStatus(targetOf(known), body)
    return { data: readSavedMetadata(result, { ...known.metadata, StatusID: body.statusId }), etag }
  },
  findRendered: async (id) => {
    try {
      return readRendered((await callWithVersion(getRendered, { params: { id } })).result)
    } catch (failure) {
      console.error(failure)
      return null
    }
  },
}

type LinkToRemove = { readonly kind: LinkKind; readonly link: Link }

/**
 * Removes a link; returns the remaining links and the document's new version.
 * @throws CallError.
 */
export async function unlink(
  known: EditRecord,
  { kind, link }: LinkToRemove,
): Promise<{ list: readonly AssignedLink[]; etag: string | null }> {
  const { params: file, ...version } = aimAt(targetOf(known))
  const common = { ...file, relationTypeId: link.relation.ID }
  const unlinked = { before: known.links[kind].list, taken: link }
  if (kind === 'owner') {
    const params = { ...common, partyNumber: link.party.number }
    const { result, etag } = await callWithVersion(unlinkOwner, { params, ...version })
    return { list: readRemainingOwners(result, unlinked), etag }
  }
  const params = { ...common, agentNbr: link.party.number }
  const { result, etag } = await callWithVersion(unlinkAgent, { params, ...version })
  return { list: readRemainingAgents(result, unlinked), etag }
}

/**
 * Takes the owner away that the sender named; returns the document's new version.
 * @throws CallError.
 */
export async function dismiss(known: EditRecord): Promise<string | null> {
  return (await saveNamedOwnerDismissed(targetOf(known))).etag
}

/**
 * The document as another user saved it in the meantime; null if it cannot be read, and then the next save conflicts
 * again.
 */
export async function readLatest(known: Metadata): Promise<EditRecord | null> {
  try {
    return await readEditRecord(known)
  } catch (failure) {
    console.error(failure)
    return null
  }
}
