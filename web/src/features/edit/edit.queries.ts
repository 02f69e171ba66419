import {
  getAgents,
  getDescriptionTypes,
  getMetadata,
  getOwners,
  getRendered,
  patchAgents,
  patchDescriptionTypes,
  patchRendered,
  patchStatus,
  unlinkAgent,
  unlinkOwner,
  type DescriptionTypes,
  type Metadata,
  type RenderedFacts,
  type RenderedInfo,
} from '@portal/contract/edit.ts'
import { queryOptions } from '@tanstack/react-query'
import { callWithVersion, CallError } from '../../lib/call.ts'
import type { EditRecord, Part } from './edit-record.ts'
import { agentLink, ownerLink, type AssignedLink, type Link, type LinkKind, type Links } from './links.ts'
import type { EditCalls } from './save-document.ts'

/** Readings of one document that is being changed all the while agree at last, or the newest try counts. */
const READINGS_TRIED = 3

/** Stands for what could not be read: nothing of it is shown or saved. */
const NO_TYPES: DescriptionTypes = { attachmentCategoryId: 0, attachmentTypeId: 0, description: '' }

/**
 * Reads a document for the dialog; all calls tell of the same version. What cannot be read says so and leaves the rest
 * to work. What the metadata leave out, as the specification's do, is as it is known already.
 */
async function readEditRecord(known: Metadata, signal?: AbortSignal): Promise<EditRecord> {
  const options = { params: { id: known.FileID }, ...(signal && { signal }) }
  for (let tried = 1; ; tried += 1) {
    const [status, descriptionTypes, rendered, owner, agent] = await Promise.all([
      readPart('status', callWithVersion(getMetadata, options)),
      readPart('descriptiontypes', callWithVersion(getDescriptionTypes, options)),
      readPart('rendered', callWithVersion(getRendered, options)),
      readLinks(callWithVersion(getOwners, options), ownerLink),
      readLinks(callWithVersion(getAgents, options), agentLink),
    ])
    const parts = [status, descriptionTypes, rendered]
    const unread = parts.filter(({ failure }) => failure !== null)
    if (unread.length === parts.length || unread.some(isGone)) throw unread[0]?.failure
    const versions = [...parts, owner, agent].map(({ etag }) => etag).filter((etag) => etag !== UNREAD)
    if (new Set(versions).size > 1 && tried < READINGS_TRIED) continue
    const { LatestChanges = [], ...metadata } = status.answer ?? {}
    return {
      metadata: { ...known, ...metadata },
      descriptionTypes: descriptionTypes.answer ?? NO_TYPES,
      rendered: factsOf(rendered.answer ?? {}),
      links: { owner: owner.links, agent: agent.links },
      unread: unread.map(({ part }) => part),
      changes: LatestChanges,
      etag: versions[0] ?? null,
    }
  }
}

type Reading<T> = {
  readonly part: Part
  readonly answer: T | null
  readonly etag: string | null
  readonly failure: unknown
}

async function readPart<T>(
  part: Part,
  reading: Promise<{ answer: T; etag: string | null }>,
): Promise<Reading<T>> {
  try {
    return { part, ...(await reading), failure: null }
  } catch (failure) {
    console.error(failure)
    return { part, answer: null, etag: UNREAD, failure }
  }
}

/** The document is not there, or not any more to be seen: no other part of it is either. */
function isGone({ failure }: Pick<Reading<unknown>, 'failure'>): boolean {
  return !(failure instanceof CallError) || [401, 403, 404].includes(failure.status)
}

const UNREAD = 'unread'

/** A list that cannot be read leaves the rest of the dialog as it is. */
async function readLinks<T>(
  reading: Promise<{ answer: readonly T[]; etag: string | null }>,
  toLink: (answer: T) => AssignedLink,
): Promise<{ links: Links; etag: string | null }> {
  try {
    const { answer, etag } = await reading
    return { links: { list: answer.map(toLink), failure: null }, etag }
  } catch (failure) {
    console.error(failure)
    const reason = failure instanceof Error ? failure.message : ''
    return { links: { list: [], failure: reason }, etag: UNREAD }
  }
}

/** The specification writes them with capitals, and a flag as 0 or 1 too. */
export function factsOf(told: Partial<RenderedInfo>): RenderedFacts {
  return {
    rendered: Boolean(told.rendered ?? told.Rendered),
    renderedDate: (told.renderedDate ?? told.RenderedDate)?.slice(0, DAY) ?? null,
    extended: Boolean(told.extended ?? told.Extended),
  }
}

/** Characters of YYYY-MM-DD. */
const DAY = 10

/** Read anew each time the dialog opens, and not again under the hands of whoever types. */
export function editRecordQuery(known: Metadata) {
  return queryOptions({
    queryKey: ['edit', known.FileID],
    queryFn: ({ signal }) => readEditRecord(known, signal),
    staleTime: 'static',
    gcTime: 0,
  })
}

const optionsOf = (etag: string | null) => (etag === null ? {} : { ifMatch: etag })

export const editCalls: EditCalls = {
  saveDescriptionTypes: async (id, body, etag) =>
    dataOf(await callWithVersion(patchDescriptionTypes, { params: { id }, body, ...optionsOf(etag) })),
  saveRendered: async (id, body, etag) =>
    dataOf(await callWithVersion(patchRendered, { params: { id }, body, ...optionsOf(etag) })),
  saveAgents: async (id, body, etag) => {
    const saved = await callWithVersion(patchAgents, { params: { id }, body, ...optionsOf(etag) })
    return { data: saved.answer.data?.map(agentLink), etag: saved.etag }
  },
  saveStatus: async (id, body, etag) =>
    dataOf(await callWithVersion(patchStatus, { params: { id }, body, ...optionsOf(etag) })),
  findRendered: async (id) => {
    try {
      return factsOf((await callWithVersion(getRendered, { params: { id } })).answer)
    } catch (failure) {
      console.error(failure)
      return null
    }
  },
}

function dataOf<T>({ answer, etag }: { answer: { data?: T }; etag: string | null }) {
  return { data: answer.data, etag }
}

type Unlinking = {
  readonly fileId: number
  readonly kind: LinkKind
  readonly link: Link
  readonly etag: string | null
}

/** Takes a link away and answers those that are left; null where the answer does not tell. */
export async function unlink({
  fileId,
  kind,
  link: { party, relation },
  etag,
}: Unlinking): Promise<{ list: readonly AssignedLink[] | null; etag: string | null }> {
  const common = { id: fileId, relationTypeId: relation.ID }
  if (kind === 'owner') {
    const params = { ...common, partyNumber: party.number }
    const left = await callWithVersion(unlinkOwner, { params, ...optionsOf(etag) })
    return { list: left.answer.data?.map(ownerLink) ?? null, etag: left.etag }
  }
  const params = { ...common, agentNbr: party.number }
  const left = await callWithVersion(unlinkAgent, { params, ...optionsOf(etag) })
  return { list: left.answer.data?.map(agentLink) ?? null, etag: left.etag }
}

/** What somebody else saved meanwhile; null where it cannot be read, and then the next save tells again. */
export async function readAgain(known: Metadata): Promise<EditRecord | null> {
  try {
    return await readEditRecord(known)
  } catch (failure) {
    console.error(failure)
    return null
  }
}
