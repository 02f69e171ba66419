import { descriptionProblem } from '@portal/contract/files/description.ts'
import { RENDERED_DATE_MISSING } from '@portal/contract/edit/edit-rendered.ts'
import { DESCRIPTION_REQUIRED } from '@portal/contract/edit/edit.ts'
import type { Draft, Field, Part } from './edit-record.ts'
import type { LinkKind } from '../../lib/parties.ts'

export const NOTHING_TO_SAVE = 'Nothing has changed since the last save.'
export const WAS_LAST = 'This was the last document of the page.'
export const STATUS_LEFT = 'The status could not be loaded, so it was left as it is.'
export const STATUS_AND_OWNERS_LEFT =
  'The status could not be loaded, so it was left as it is, and the owners, which are saved with it, still wait.'
/** Shown in place of a section that could not be read. */
export const UNREAD_TEXT: Record<Part, string> = {
  status: 'The status could not be loaded.',
  descriptiontypes: 'Attachment type and description could not be loaded.',
  rendered: 'The rendered information could not be loaded.',
}
export const CHANGED_SINCE = 'Someone else changed this file after you typed.'
export const CHOOSE_FIRST = 'Please choose whose version to keep, then save again.'

export const FIELD_LABEL: Record<Field, string> = {
  statusId: 'Status',
  typeId: 'Attachment Type',
  rendered: 'Rendered',
  extended: 'Extended',
  description: 'Description',
}

/** The sentence that rejects a draft's description, or null (specification, section 5). */
export function draftProblem({ description }: Draft): string | null {
  const problem = description.trim() === '' ? DESCRIPTION_REQUIRED : descriptionProblem(description)
  return problem?.sentence ?? null
}

/** The sentence that rejects a draft's rendered information, or null (specification, section 5). */
export function renderedProblem({ rendered }: Draft): string | null {
  return rendered === '' ? RENDERED_DATE_MISSING.sentence : null
}

export const PART_LABEL: Record<Field | LinkKind, string> = { ...FIELD_LABEL, owner: 'Owner', agent: 'Agent' }

/** Lists the parts that only the other user changed and that the dialog adopted; null if there are none. */
export function takenText(taken: readonly (Field | LinkKind)[]): string | null {
  if (taken.length === 0) return null
  return `Updated to the other person’s change: ${taken.map((field) => PART_LABEL[field]).join(', ')}.`
}
