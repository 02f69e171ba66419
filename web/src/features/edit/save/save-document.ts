import type { RenderedFacts } from '@portal/contract/edit/edit-rendered.ts'
import type { DescriptionTypes, Metadata } from '@portal/contract/edit/edit.ts'
import type { EditRecord } from '../edit-record.ts'
import { withoutAddress } from '../edit.wire.ts'
import { ownerToLink, type Link, type Links } from '../links/links.ts'
import type {
  DescriptionTypesChange,
  PendingLinks,
  RenderedChange,
  SavePlan,
  StatusChange,
} from './save-plan.ts'

/** Changes a part of the document at a known version; returns the part's new state and the new version. */
type SaveCall<Change, Part> = (
  known: EditRecord,
  change: Change,
) => Promise<{ readonly data: Part; readonly etag: string | null }>

/** The changing calls. */
export type EditCalls = {
  readonly saveDescriptionTypes: SaveCall<DescriptionTypesChange, DescriptionTypes>
  readonly saveRendered: SaveCall<RenderedChange, RenderedFacts>
  readonly saveAgents: SaveCall<readonly Link[], Links>
  readonly saveStatus: SaveCall<StatusChange, Metadata>
  /** The document's earlier rendered facts; null if they cannot be read. */
  readonly findRendered: (fileId: number) => Promise<RenderedFacts | null>
}

export type SavedPart = 'description' | 'attachment type' | 'rendered info' | 'agents' | 'owners' | 'status'

export type SaveOutcome = {
  /** The document as far as it was saved, at its newest known version. */
  readonly record: EditRecord
  readonly saved: readonly SavedPart[]
  readonly notSaved: readonly SavedPart[]
  /** The links that were saved. */
  readonly linked: PendingLinks
  /** Why the save stopped; null if everything was saved. */
  readonly failure: unknown
}

type Step = {
  readonly parts: readonly SavedPart[]
  readonly run: (record: EditRecord) => Promise<EditRecord>
}

/**
 * Saves in the order of the specification, each call based on the version of the previous one; stops at the first
 * failure.
 */
export async function saveDocument(
  record: EditRecord,
  plan: SavePlan,
  calls: EditCalls,
): Promise<SaveOutcome> {
  const steps = stepsOf(plan, calls)
  const saved: SavedPart[] = []
  let current = record
  let failure: unknown = null
  for (const { parts, run } of steps) {
    try {
      current = await run(current)
      saved.push(...parts)
    } catch (error) {
      failure = error
      break
    }
  }
  const notSaved = steps.flatMap(({ parts }) => parts).slice(saved.length)
  const { owner, agent } = plan.pending
  const linked = {
    owner: saved.includes('owners') ? owner : [],
    agent: saved.includes('agents') ? agent : [],
  }
  return { record: current, saved, notSaved, linked, failure }
}

function stepsOf(plan: SavePlan, calls: EditCalls): Step[] {
  const { descriptionTypes, rendered, pending } = plan
  const steps: Step[] = []
  if (descriptionTypes) steps.push(descriptionTypesStep(descriptionTypes, calls))
  if (rendered) {
    steps.push({
      parts: ['rendered info'],
      async run(record) {
        const { data, etag } = await calls.saveRendered(record, rendered)
        return { ...record, rendered: data, etag }
      },
    })
  }
  if (pending.agent.length > 0) {
    steps.push({
      parts: ['agents'],
      async run(record) {
        const { data, etag } = await calls.saveAgents(record, pending.agent)
        return { ...record, links: { ...record.links, agent: data }, etag }
      },
    })
  }
  return plan.statusId === null ? steps : [...steps, statusStep({ ...plan, statusId: plan.statusId }, calls)]
}

function descriptionTypesStep(
  change: DescriptionTypesChange,
  { saveDescriptionTypes, findRendered }: EditCalls,
): Step {
  const parts: SavedPart[] = []
  if (change.description !== undefined) parts.push('description')
  if (change.attachmentTypeId !== undefined) parts.push('attachment type')
  return {
    parts,
    async run(record) {
      const { data, etag } = await saveDescriptionTypes(record, change)
      // A document that becomes a rendition again regains its earlier facts, which were hidden until now.
      const found = change.attachmentTypeId === undefined ? null : await findRendered(record.metadata.FileID)
      return { ...record, descriptionTypes: data, rendered: found ?? record.rendered, etag }
    },
  }
}

/** The owners are always sent with the status, even if there are none (specification, section 7). */
function statusStep(
  { statusId, pending: { owner } }: SavePlan & { readonly statusId: number },
  calls: EditCalls,
): Step {
  return {
    parts: owner.length > 0 ? ['owners', 'status'] : ['status'],
    async run(record) {
      const { data, etag } = await calls.saveStatus(record, { statusId, owners: owner.map(ownerToLink) })
      const list = [...record.links.owner.list, ...owner.map(withoutAddress)]
      const owners = { ...record.links.owner, list }
      const isNamed = owner.some(({ party }) => party.number === record.namedOwner?.partyNumber)
      return {
        ...record,
        metadata: data,
        links: { ...record.links, owner: owners },
        // The server takes the name of the sender away with the link.
        namedOwner: isNamed ? null : record.namedOwner,
        etag,
      }
    },
  }
}

/** 'Saved: description. Not saved: status.', or null if nothing was saved. */
export function partialText({ saved, notSaved }: Pick<SaveOutcome, 'saved' | 'notSaved'>): string | null {
  return saved.length === 0 ? null : `Saved: ${saved.join(', ')}. Not saved: ${notSaved.join(', ')}.`
}
