import type { BodyInputOf } from '@portal/contract/endpoint.ts'
import type { RenderedFacts } from '@portal/contract/edit/edit-rendered.ts'
import type { DescriptionTypes, patchStatus } from '@portal/contract/edit/edit.ts'
import { changedFields, type Draft, type Part } from '../edit-record.ts'
import type { LinkKind } from '../../../lib/parties.ts'
import type { Link } from '../links/links.ts'

export type DescriptionTypesChange = Partial<Pick<DescriptionTypes, 'description' | 'attachmentTypeId'>>
export type RenderedChange = Partial<RenderedFacts>
export type StatusChange = BodyInputOf<typeof patchStatus>

export type PendingLinks = Readonly<Record<LinkKind, readonly Link[]>>

export type SavePlan = {
  /** Absent if neither description nor type changed. */
  readonly descriptionTypes?: DescriptionTypesChange
  readonly rendered?: RenderedChange
  readonly pending: PendingLinks
  /**
   * Null if the dialog could not read the status: then neither the status nor the owners, which are sent with it, are
   * sent.
   */
  readonly statusId: number | null
}

export type SaveState = {
  readonly saved: Draft
  readonly draft: Draft
  readonly pending: PendingLinks
  /** An earlier save stored its first part and failed before the status. */
  readonly statusOwed: boolean
  /** Parts that could not be read. */
  readonly unread: readonly Part[]
}

/**
 * What a save sends: only changed parts, but the status always goes last if anything changed. Null if there is nothing
 * to save.
 */
export function planSave({ saved, draft, pending: all, statusOwed, unread }: SaveState): SavePlan | null {
  const changed = changedFields(saved, draft)
  const hasStatus = !unread.includes('status')
  const pending = hasStatus ? all : { ...all, owner: [] }
  const linked = pending.owner.length + pending.agent.length
  if (changed.length === 0 && linked === 0 && !(statusOwed && hasStatus)) return null
  const descriptionTypes: DescriptionTypesChange = {
    ...(changed.includes('description') && { description: draft.description.trim() }),
    ...(changed.includes('typeId') && { attachmentTypeId: draft.typeId }),
  }
  const rendered: RenderedChange = {
    ...((saved.rendered === null) !== (draft.rendered === null) && { rendered: draft.rendered !== null }),
    ...(changed.includes('rendered') && { renderedDate: draft.rendered }),
    ...(changed.includes('extended') && { extended: draft.extended }),
  }
  return {
    ...(hasAny(descriptionTypes) && { descriptionTypes }),
    ...(hasAny(rendered) && { rendered }),
    pending,
    statusId: hasStatus ? draft.statusId : null,
  }
}

function hasAny(change: object): boolean {
  return Object.keys(change).length > 0
}
