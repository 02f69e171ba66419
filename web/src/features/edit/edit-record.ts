import type { NamedOwner } from '@portal/contract/edit/edit-links.ts'
import type { RenderedFacts } from '@portal/contract/edit/edit-rendered.ts'
import type { DescriptionTypes, LatestChange, Metadata } from '@portal/contract/edit/edit.ts'
import type { LinkKind } from '../../lib/parties.ts'
import type { Links } from './links/links.ts'

/** The dialog's data about a document, with its version. */
export type EditRecord = {
  readonly metadata: Metadata
  readonly descriptionTypes: DescriptionTypes
  readonly rendered: RenderedFacts
  readonly links: Readonly<Record<LinkKind, Links>>
  /** The owner that the sender named, until the firm links or dismisses it. */
  readonly namedOwner: NamedOwner | null
  /** Parts that could not be read: their placeholders must not be shown or saved. */
  readonly unread: readonly Part[]
  /** Who saved each part last. */
  readonly changes: readonly LatestChange[]
  /** The document's version for `If-Match`, as sent by the server; null if it sent none. */
  readonly etag: string | null
}

/** What an administrator may change here, except links. */
export type Draft = {
  readonly statusId: number
  readonly typeId: number
  /** The rendered date, YYYY-MM-DD; empty if not chosen yet, null if the document is not rendered. */
  readonly rendered: string | null
  readonly extended: boolean
  readonly description: string
}
export type Field = keyof Draft

/** The unit that one call reads and one call saves. */
export type Part = LatestChange['Part']

export const PART_OF: Record<Field, Part> = {
  statusId: 'status',
  typeId: 'descriptiontypes',
  description: 'descriptiontypes',
  rendered: 'rendered',
  extended: 'rendered',
}

export const FIELDS: readonly Field[] = ['statusId', 'typeId', 'rendered', 'extended', 'description']

export function draftOf({ metadata, descriptionTypes, rendered }: EditRecord): Draft {
  return {
    statusId: metadata.StatusID,
    typeId: descriptionTypes.attachmentTypeId,
    rendered: rendered.rendered ? (rendered.renderedDate ?? '') : null,
    extended: rendered.extended,
    description: descriptionTypes.description,
  }
}

/**
 * The draft as it will be saved. Only an Industrial rendition has rendered information, so other types leave it
 * unchanged. Parts that could not be read never change.
 */
export function countingDraft(draft: Draft, record: EditRecord, renditionTypeId: number | null): Draft {
  const hidden: readonly Part[] = draft.typeId === renditionTypeId ? [] : ['rendered']
  return withSaved(draft, record, [...record.unread, ...hidden])
}

/** The draft with these parts reset to their saved values. */
function withSaved(draft: Draft, record: EditRecord, parts: readonly Part[]): Draft {
  const saved = draftOf(record)
  return FIELDS.filter((field) => parts.includes(PART_OF[field])).reduce<Draft>(
    (before, field) => ({ ...before, [field]: saved[field] }),
    draft,
  )
}

/** The fields in which two drafts differ; white space around a description does not count. */
export function changedFields(before: Draft, after: Draft): Field[] {
  return FIELDS.filter((field) => valueOf(before, field) !== valueOf(after, field))
}

function valueOf(draft: Draft, field: Field): Draft[Field] {
  return field === 'description' ? draft.description.trim() : draft[field]
}
