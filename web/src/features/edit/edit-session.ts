import { mergeDrafts, type Clashes } from './save/conflict.ts'
import { changedFields, draftOf, PART_OF, type Draft, type EditRecord } from './edit-record.ts'
import { NOTHING_TO_SAVE, STATUS_AND_OWNERS_LEFT, STATUS_LEFT, takenText } from './edit-texts.ts'
import { afterRest, EMPTY_LINK_DRAFT, isWaiting, withoutPending, type LinkDraft } from './links/link-draft.ts'
import { leftOutText, savedText } from './links/link-texts.ts'
import { LINK_KINDS, type LinkKind } from '../../lib/parties.ts'
import { isSameLink, type AssignedLink, type Links } from './links/links.ts'
import { partialText, type SaveOutcome } from './save/save-document.ts'
import type { PendingLinks } from './save/save-plan.ts'

export type Message = {
  readonly tone: 'success' | 'error' | 'info'
  readonly lines: readonly string[]
  /** Shown in small print: what a save left out, or that there was nothing to save. */
  readonly aside?: readonly string[]
}

/** The state of the open dialog: the saved record, the user's changes, and the conflicts. */
export type EditSession = {
  readonly record: EditRecord
  readonly draft: Draft
  readonly clashes: Clashes
  readonly linkDrafts: Readonly<Record<LinkKind, LinkDraft>>
  /** A save failed midway: the status must still be sent, even if nothing differs any more. */
  readonly statusOwed: boolean
  /** Agents linked by a failed save; the next successful save counts them. */
  readonly agentsLinked: number
  readonly isSaving: boolean
  readonly message: Message | null
  /** The result for the previous document; shown until this one is saved. */
  readonly notice: Message | null
}

/** The previous document on screen, and its last message. */
export type PreviousDocument = { readonly fileId: number; readonly text: string }

export function openSession(record: EditRecord, left: PreviousDocument | null = null): EditSession {
  return {
    record,
    draft: draftOf(record),
    clashes: {},
    linkDrafts: { owner: EMPTY_LINK_DRAFT, agent: EMPTY_LINK_DRAFT },
    statusOwed: false,
    agentsLinked: 0,
    isSaving: false,
    message: null,
    notice: left && noticeOf(left, record.metadata.FileID),
  }
}

function noticeOf({ fileId: before, text }: PreviousDocument, fileId: number): Message {
  return { tone: 'success', lines: [text], aside: [`That was file ${before}. This is file ${fileId}.`] }
}

export function isUnsaved({ record, draft, linkDrafts, statusOwed }: EditSession): boolean {
  const isLinking = isWaiting(linkDrafts.owner) || isWaiting(linkDrafts.agent)
  return statusOwed || isLinking || changedFields(draftOf(record), draft).length > 0
}

export function pendingOf({ linkDrafts }: EditSession): PendingLinks {
  return { owner: linkDrafts.owner.pending, agent: linkDrafts.agent.pending }
}

/** Changes one of the two link drafts and clears the last message. */
export function withLinkDraft(
  session: EditSession,
  kind: LinkKind,
  change: (linkDraft: LinkDraft) => LinkDraft,
): EditSession {
  return {
    ...session,
    linkDrafts: { ...session.linkDrafts, [kind]: change(session.linkDrafts[kind]) },
    message: null,
  }
}

/** Adds small print to the session's message. */
export function addSideNote(session: EditSession, aside: readonly string[]): EditSession {
  const said = [...new Set([...(session.message?.aside ?? []), ...aside])]
  return { ...session, message: { tone: 'info', lines: [], ...session.message, aside: said } }
}

/** Adds what incomplete choices lacked at the time of the save, and what that save left out. */
export function withIncompleteLinks(session: EditSession, at: Pick<EditSession, 'linkDrafts'>): EditSession {
  const linkDrafts = LINK_KINDS.reduce(
    (all, kind) => ({
      ...all,
      [kind]: { ...all[kind], problem: afterRest(at.linkDrafts[kind], kind).problem },
    }),
    session.linkDrafts,
  )
  const leftOut = LINK_KINDS.map((kind) => leftOutText(kind, at.linkDrafts[kind])).filter(
    (text) => text !== null,
  )
  return { ...addSideNote(session, leftOut), linkDrafts }
}

/** What a save left out, because the dialog does not know what it would overwrite. */
function unreadAside({ record: { unread }, linkDrafts }: EditSession): Pick<Message, 'aside'> {
  if (!unread.includes('status')) return {}
  return { aside: [linkDrafts.owner.pending.length > 0 ? STATUS_AND_OWNERS_LEFT : STATUS_LEFT] }
}

/** The message when there was nothing to send. */
export function withNothingSent(session: EditSession): EditSession {
  const { record, linkDrafts } = session
  const isWaitingForStatus = record.unread.includes('status') && linkDrafts.owner.pending.length > 0
  return addSideNote(session, [isWaitingForStatus ? STATUS_AND_OWNERS_LEFT : NOTHING_TO_SAVE])
}

/** The message of a successful save; it also counts agents that an earlier try linked. */
export function savedTextOf(
  { agentsLinked }: Pick<EditSession, 'agentsLinked'>,
  { record, saved, linked: { owner, agent } }: Pick<SaveOutcome, 'record' | 'saved' | 'linked'>,
): string {
  if (record.unread.includes('status')) return `Saved: ${saved.join(', ')}.`
  return savedText({ owners: owner.length, agents: agent.length + agentsLinked })
}

/** The session after a successful save; text typed during the save stays in the form. */
export function afterSave(session: EditSession, outcome: SaveOutcome): EditSession {
  const { record, linked } = outcome
  const { draft } = mergeDrafts({
    base: draftOf(session.record),
    mine: session.draft,
    theirs: draftOf(record),
  })
  return {
    ...session,
    record,
    draft,
    clashes: {},
    linkDrafts: linkDraftsAfter(session, linked),
    statusOwed: false,
    agentsLinked: 0,
    isSaving: false,
    message: { tone: 'success', lines: [savedTextOf(session, outcome)], ...unreadAside(session) },
  }
}

function linkDraftsAfter({ linkDrafts }: EditSession, linked: PendingLinks): EditSession['linkDrafts'] {
  return {
    owner: withoutPending(linkDrafts.owner, linked.owner),
    agent: withoutPending(linkDrafts.agent, linked.agent),
  }
}

/** The session after a failed save: the form keeps everything, and the message lists what was saved. */
export function afterFailure(session: EditSession, outcome: SaveOutcome, text: string): EditSession {
  const partial = partialText(outcome)
  return {
    ...session,
    record: outcome.record,
    linkDrafts: linkDraftsAfter(session, outcome.linked),
    statusOwed: true,
    agentsLinked: session.agentsLinked + outcome.linked.agent.length,
    isSaving: false,
    message: { tone: 'error', lines: partial === null ? [text] : [text, partial] },
  }
}

/**
 * The session after a conflict: the other user's record becomes the base, and fields that both changed wait for a
 * choice.
 */
export function afterConflict(session: EditSession, theirs: EditRecord): EditSession {
  // A part that was readable before and is not now would discard the user's input; the next try detects the conflict.
  if (theirs.unread.some((part) => !session.record.unread.includes(part))) return session
  const { draft, clashes, taken } = mergeDrafts({
    base: draftOf(session.record),
    mine: session.draft,
    theirs: draftOf(theirs),
  })
  const relinked = LINK_KINDS.filter((kind) => !areSame(session.record.links[kind], theirs.links[kind]))
  // A part read for the first time does not count as changed.
  const changed = taken.filter((field) => !session.record.unread.includes(PART_OF[field]))
  const told = takenText([...changed, ...relinked])
  const message =
    session.message && told !== null
      ? { ...session.message, lines: [...session.message.lines, told] }
      : session.message
  return { ...session, record: theirs, draft, clashes, message }
}

/** Links that failed to load do not count as changed. */
function areSame(before: Links, after: Links): boolean {
  if (before.failure !== null || after.failure !== null) return true
  const isLeft = (link: AssignedLink) => after.list.some((other) => isSameLink(link, other))
  return before.list.length === after.list.length && before.list.every(isLeft)
}

type RemainingLinks = { readonly list: readonly AssignedLink[]; readonly etag: string | null }

/** The session after a link was removed; the rest of the form stays. */
export function afterUnlink(
  session: EditSession,
  kind: LinkKind,
  { list, etag }: RemainingLinks,
): EditSession {
  const links = { ...session.record.links, [kind]: { list, failure: null } }
  return { ...session, record: { ...session.record, links, etag } }
}
