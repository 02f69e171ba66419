import type { AgentToLink, DescriptionTypes, Metadata, RenderedFacts } from '@portal/contract/edit.ts'
import type { EditRecord } from './edit-record.ts'
import { agentToLink, ownerToLink, type AssignedLink, type Link } from './links.ts'
import type { DescriptionTypesChange, Pending, RenderedChange, SavePlan, StatusChange } from './save-plan.ts'

/** `data` is what the answer tells of the document as it is now; the specification shows it for rendered only. */
type Saved<T> = { readonly data?: T | undefined; readonly etag: string | null }
type Save<Body, T> = (fileId: number, body: Body, etag: string | null) => Promise<Saved<T>>

/** The changing calls; each takes the version it builds on and answers the new one. */
export type EditCalls = {
  readonly saveDescriptionTypes: Save<DescriptionTypesChange, DescriptionTypes>
  readonly saveRendered: Save<RenderedChange, RenderedFacts>
  readonly saveAgents: Save<{ agents: AgentToLink[] }, readonly AssignedLink[]>
  readonly saveStatus: Save<StatusChange, Metadata>
  /** What a document has been told of being rendered before; null where it cannot be read. */
  readonly findRendered: (fileId: number) => Promise<RenderedFacts | null>
}

export type SavedPart = 'description' | 'attachment type' | 'rendered info' | 'agents' | 'owners' | 'status'

export type SaveOutcome = {
  /** The document as far as it was saved, at its newest known version. */
  readonly record: EditRecord
  readonly saved: readonly SavedPart[]
  readonly notSaved: readonly SavedPart[]
  /** The links that were saved. */
  readonly linked: Pending
  /** Why the save stopped; null when all went through. */
  readonly failure: unknown
}

type Step = {
  readonly parts: readonly SavedPart[]
  readonly run: (record: EditRecord) => Promise<EditRecord>
}

/** Saves in the order of the specification, each call on the version of the one before; stops at the first failure. */
export async function saveDocument(
  record: EditRecord,
  plan: SavePlan,
  calls: EditCalls,
): Promise<SaveOutcome> {
  const steps = stepsOf(record.metadata.FileID, plan, calls)
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

function stepsOf(fileId: number, plan: SavePlan, calls: EditCalls): Step[] {
  const { descriptionTypes, rendered, pending } = plan
  const steps: Step[] = []
  if (descriptionTypes) steps.push(descriptionTypesStep(fileId, descriptionTypes, calls))
  if (rendered) {
    steps.push({
      parts: ['rendered info'],
      async run(record) {
        const { data, etag } = await calls.saveRendered(fileId, rendered, record.etag)
        const told = data ?? withChange(record.rendered, rendered)
        return { ...record, rendered: told, etag }
      },
    })
  }
  if (pending.agent.length > 0) {
    steps.push({
      parts: ['agents'],
      async run(record) {
        const agents = pending.agent.map(agentToLink)
        const { data, etag } = await calls.saveAgents(fileId, { agents }, record.etag)
        const list = data ?? [...record.links.agent.list, ...pending.agent.map(withoutAddress)]
        const failure = data ? null : record.links.agent.failure
        return { ...record, links: { ...record.links, agent: { list, failure } }, etag }
      },
    })
  }
  return plan.statusId === null
    ? steps
    : [...steps, statusStep(fileId, { ...plan, statusId: plan.statusId }, calls)]
}

function descriptionTypesStep(
  fileId: number,
  change: DescriptionTypesChange,
  { saveDescriptionTypes, findRendered }: EditCalls,
): Step {
  const parts: SavedPart[] = []
  if (change.description !== undefined) parts.push('description')
  if (change.attachmentTypeId !== undefined) parts.push('attachment type')
  return {
    parts,
    async run(record) {
      const { data, etag } = await saveDescriptionTypes(fileId, change, record.etag)
      // What becomes a rendition again has its facts from before, which were hidden till now.
      const found = change.attachmentTypeId === undefined ? null : await findRendered(fileId)
      const descriptionTypes = data ?? withChange(record.descriptionTypes, change)
      return { ...record, descriptionTypes, rendered: found ?? record.rendered, etag }
    },
  }
}

/** The owners ride on the status, which names them always, none too (specification, section 7). */
function statusStep(
  fileId: number,
  { statusId, pending: { owner } }: SavePlan & { readonly statusId: number },
  calls: EditCalls,
): Step {
  return {
    parts: owner.length > 0 ? ['owners', 'status'] : ['status'],
    async run(record) {
      const body = { statusId, owners: owner.map(ownerToLink) }
      const { data, etag } = await calls.saveStatus(fileId, body, record.etag)
      const list = [...record.links.owner.list, ...owner.map(withoutAddress)]
      const owners = { ...record.links.owner, list }
      const metadata = data ?? { ...record.metadata, StatusID: statusId }
      return { ...record, metadata, links: { ...record.links, owner: owners }, etag }
    },
  }
}

/** What is known now, where the answer does not tell. */
function withChange<T extends object>(known: T, change: object): T {
  return { ...known, ...change }
}

function withoutAddress(link: Link): AssignedLink {
  return { ...link, address: [] }
}

/** 'Saved: description. Not saved: status.', or nothing to say where a save failed as a whole. */
export function partialText({ saved, notSaved }: Pick<SaveOutcome, 'saved' | 'notSaved'>): string | null {
  return saved.length === 0 ? null : `Saved: ${saved.join(', ')}. Not saved: ${notSaved.join(', ')}.`
}
