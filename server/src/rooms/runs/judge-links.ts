import { ORGANIZATION_OF_OTHER_COUNTY } from '@portal/contract/files/link-errors.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import type { DocumentEntry } from '../../records/documents/apply-decisions.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import {
  findLinkable,
  holdLinkable,
} from '../../records/documents/owners/linkable-organizations.repository.ts'
import { findAgent, findLinked, type PartyLink } from '../../records/documents/party-links.repository.ts'
import type { LinkChange } from '../../records/runs/reversal.ts'
import { refuseEdit } from './judge-columns.ts'
import { refused, UNCHANGED, type Judge, type JudgeContext, type Judgment } from './judgment.ts'

export type LinkAction = Extract<
  RunAction,
  { kind: 'link-owner' | 'unlink-owner' | 'link-agent' | 'unlink-agent' }
>

export function isLinkAction(action: RunAction): action is LinkAction {
  return 'relationTypeId' in action
}

export function toLinkChange(action: LinkAction): LinkChange {
  const isLinked = action.kind === 'link-owner' || action.kind === 'link-agent'
  const { relationTypeId } = action
  return 'partyNumber' in action
    ? { party: 'owner', number: action.partyNumber, relationTypeId, isLinked }
    : { party: 'agent', number: action.agentNumber, relationTypeId, isLinked }
}

/** Adds or removes one link. A link that is as wanted stays unchanged. */
export function judgeLink({ isLinked, ...link }: LinkChange): Judge {
  return async (context, documents) => {
    const { db } = context
    const ids = documents.map(({ id }) => id)
    const linked = await findLinked(db, ids, link)
    const isStrange = link.party === 'owner' && isLinked ? await strangers(context, documents, link) : null
    const entry = await entryOf(context, { ...link, isLinked })
    const judge = (document: DocumentRow): Judgment => {
      const refusal = refuseEdit(document, context)
      if (refusal) return refused(refusal)
      if (linked.has(document.id) === isLinked) return UNCHANGED
      if (isStrange?.(document)) return refused(ORGANIZATION_OF_OTHER_COUNTY)
      return { kind: 'changed', change: {}, entries: [entry], link: { ...link, isLinked } }
    }
    return new Map(documents.map((document) => [document.id, judge(document)]))
  }
}

/** Whether a document belongs to a county without the owner. A document without a county gets any owner. */
async function strangers(
  { db, isChange, person }: JudgeContext,
  documents: readonly DocumentRow[],
  { number }: PartyLink,
): Promise<(document: DocumentRow) => boolean> {
  const counties = new Set(documents.flatMap(({ county_id: id }) => (id === null ? [] : [id])))
  const withOwner: number[] = []
  // In the order of the ids, so that a run and an import lock in the same order.
  for (const countyId of [...counties].toSorted((one, other) => one - other)) {
    const query = { partyNumbers: [number], countyId, seen: person.counties }
    const found = isChange ? await holdLinkable(db, query) : await findLinkable(db, query)
    if (found.some(({ isInCounty }) => isInCounty)) withOwner.push(countyId)
  }
  return ({ county_id: countyId }) => countyId !== null && !withOwner.includes(countyId)
}

async function entryOf({ db, names }: JudgeContext, change: LinkChange): Promise<DocumentEntry> {
  const { party, number, relationTypeId, isLinked } = change
  const relationType = names.relationTypeName(relationTypeId) ?? ''
  if (party === 'owner') {
    const [owner] = await findLinkable(db, { partyNumbers: [number], countyId: null, seen: 'all' })
    const facts = { partyNumber: number, owner: owner?.name ?? '', relationType }
    return isLinked ? { action: 'owner.linked', after: facts } : { action: 'owner.unlinked', before: facts }
  }
  const agent = await findAgent(db, number, 'all')
  const facts = {
    agentNumber: number,
    agent: agent?.name ?? '',
    legacyCode: agent?.legacyCode ?? '',
    relationType,
  }
  return isLinked ? { action: 'agent.linked', after: facts } : { action: 'agent.unlinked', before: facts }
}
