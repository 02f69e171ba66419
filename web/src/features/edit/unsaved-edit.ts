import { isObject } from '../../lib/wire.ts'
import { mergeDrafts } from './save/conflict.ts'
import { changedFields, draftOf, FIELDS, PART_OF, type Draft, type Field } from './edit-record.ts'
import { CHANGED_SINCE, takenText } from './edit-texts.ts'
import { isUnsaved, type EditSession } from './edit-session.ts'
import type { LinkDraft } from './links/link-draft.ts'
import { LINK_KINDS, type LinkKind } from '../../lib/parties.ts'
import { isSameLink } from './links/links.ts'

/** The user's unsaved edits in the dialog, and the document as they saw it. */
export type UnsavedEdit = {
  readonly base: Draft
  readonly draft: Draft
  readonly linkDrafts: Readonly<Record<LinkKind, LinkDraft>>
}

/** The part of the open dialog to save as a draft. */
export function unsavedOf({ record, draft, linkDrafts }: EditSession): UnsavedEdit {
  return { base: draftOf(record), draft, linkDrafts }
}

/** Whether a stored value is an edit: an older version of the dialog may have had other fields. */
export function isUnsavedEdit(kept: unknown): kept is UnsavedEdit {
  return (
    isObject(kept) && isDraft(kept['base']) && isDraft(kept['draft']) && hasLinkDrafts(kept['linkDrafts'])
  )
}

function hasLinkDrafts(value: unknown): boolean {
  return isObject(value) && LINK_KINDS.every((kind) => isLinkDraft(value[kind]))
}

function isDraft(value: unknown): boolean {
  return isObject(value) && FIELDS.every((field) => value[field] !== undefined)
}

function isLinkDraft(value: unknown): boolean {
  return isObject(value) && typeof value['text'] === 'string' && Array.isArray(value['pending'])
}

/**
 * Restores unsaved edits into the session. Values that someone else saved since then stay; if both changed a field,
 * both are offered. Links that exist by now are no longer pending.
 */
export function withUnsaved(
  session: EditSession,
  { base, draft: mine, linkDrafts }: UnsavedEdit,
): EditSession {
  const { record } = session
  const read = FIELDS.filter((field) => !record.unread.includes(PART_OF[field]))
  const theirs = read.reduce<Draft>((before, field) => ({ ...before, [field]: draftOf(record)[field] }), base)
  const { draft, clashes, taken } = mergeDrafts({ base, mine, theirs })
  const waiting = (kind: LinkKind): LinkDraft => ({
    ...linkDrafts[kind],
    pending: linkDrafts[kind].pending.filter(
      (link) => !record.links[kind].list.some((assigned) => isSameLink(assigned, link)),
    ),
  })
  const isTold = taken.length > 0 || Object.keys(clashes).length > 0
  const lines = [CHANGED_SINCE, takenText(taken)].filter((line) => line !== null)
  return {
    ...session,
    draft,
    clashes,
    linkDrafts: { owner: waiting('owner'), agent: waiting('agent') },
    message: isTold ? { tone: 'error', lines } : null,
  }
}

/** The parts that would be restored; empty if everything has been saved in the meantime. */
export function unsavedParts(session: EditSession, kept: UnsavedEdit): readonly (Field | LinkKind)[] {
  const brought = withUnsaved(session, kept)
  if (!isUnsaved(brought)) return []
  const linking = LINK_KINDS.filter((kind) => {
    const { pending, chosen } = brought.linkDrafts[kind]
    return pending.length > 0 || chosen !== null
  })
  return [...changedFields(draftOf(session.record), brought.draft), ...linking]
}
