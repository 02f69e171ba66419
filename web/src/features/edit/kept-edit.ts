import { isObject } from '../../lib/is-object.ts'
import { mergeDrafts } from './conflict.ts'
import { changedFields, draftOf, FIELDS, PART_OF, type Draft, type Field } from './edit-record.ts'
import { CHANGED_SINCE, takenText } from './edit-texts.ts'
import { isUnsaved, type EditSession } from './edit-session.ts'
import type { LinkDesk } from './link-desk.ts'
import { isSameLink, LINK_KINDS, type LinkKind } from './links.ts'

/** What somebody typed into the dialog and did not save, beside the document that they had before them. */
export type KeptEdit = {
  readonly base: Draft
  readonly draft: Draft
  readonly desks: Readonly<Record<LinkKind, LinkDesk>>
}

/** What is to be kept of the open dialog. */
export function keptOf({ record, draft, desks }: EditSession): KeptEdit {
  return { base: draftOf(record), draft, desks }
}

/** Whether what a tab has kept is such a thing: the dialog may have had other fields then. */
export function isKeptEdit(kept: unknown): kept is KeptEdit {
  return isObject(kept) && isDraft(kept['base']) && isDraft(kept['draft']) && hasDesks(kept['desks'])
}

function hasDesks(value: unknown): boolean {
  return isObject(value) && LINK_KINDS.every((kind) => isDesk(value[kind]))
}

function isDraft(value: unknown): boolean {
  return isObject(value) && FIELDS.every((field) => value[field] !== undefined)
}

function isDesk(value: unknown): boolean {
  return isObject(value) && typeof value['text'] === 'string' && Array.isArray(value['pending'])
}

/**
 * The dialog with what was kept back in it. What somebody else has saved since then stays theirs; where both changed
 * one field, both stand for a choice. Links that have been made meanwhile wait no more.
 */
export function withKept(session: EditSession, { base, draft: mine, desks }: KeptEdit): EditSession {
  const { record } = session
  const read = FIELDS.filter((field) => !record.unread.includes(PART_OF[field]))
  const theirs = read.reduce<Draft>((before, field) => ({ ...before, [field]: draftOf(record)[field] }), base)
  const { draft, clashes, taken } = mergeDrafts({ base, mine, theirs })
  const waiting = (kind: LinkKind): LinkDesk => ({
    ...desks[kind],
    pending: desks[kind].pending.filter(
      (link) => !record.links[kind].list.some((assigned) => isSameLink(assigned, link)),
    ),
  })
  const isTold = taken.length > 0 || Object.keys(clashes).length > 0
  const lines = [CHANGED_SINCE, takenText(taken)].filter((line) => line !== null)
  return {
    ...session,
    draft,
    clashes,
    desks: { owner: waiting('owner'), agent: waiting('agent') },
    message: isTold ? { tone: 'error', lines } : null,
  }
}

/** What would come back, in the words of the sections; nothing where all of it has been saved meanwhile. */
export function keptParts(session: EditSession, kept: KeptEdit): readonly (Field | LinkKind)[] {
  const brought = withKept(session, kept)
  if (!isUnsaved(brought)) return []
  const linking = LINK_KINDS.filter((kind) => {
    const { pending, chosen } = brought.desks[kind]
    return pending.length > 0 || chosen !== null
  })
  return [...changedFields(draftOf(session.record), brought.draft), ...linking]
}
