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
  /** Added quietly: what a save left out, or that there was nothing to save. */
  readonly aside?: readonly string[]
}

/** Everything the open dialog knows: the record as saved, what the user changed, and what is in conflict. */
export type EditSession = {
  readonly record: EditRecord
  readonly draft: Draft
  readonly clashes: Clashes
  readonly linkDrafts: Readonly<Record<LinkKind, LinkDraft>>
  /** A save has failed midway: the status still has to be sent, even if nothing differs any more. */
  readonly statusOwed: boolean
  /** How many agents such a save has linked; the save that succeeds reports them. */
  readonly agentsLinked: number
  readonly isSaving: boolean
  readonly message: Message | null
  /** How the previous document was left: shown until this one is saved. */
  readonly notice: Message | null
}

/** The document that was on screen before this one, and the last message about it. */
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

/** The session with one of its two link drafts changed and the last message cleared. */
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

/** The session with a quiet addition to its message. */
export function addSideNote(session: EditSession, aside: readonly string[]): EditSession {
  const said = [...new Set([...(session.message?.aside ?? []), ...aside])]
  return { ...session, message: { tone: 'info', lines: [], ...session.message, aside: said } }
}

/** The session with what incomplete choices lacked at the time of the save, and what that save left out. */
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

/** What a save had to leave out, because the dialog does not know what it would overwrite. */
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

/** The message of a successful save; agents that an earlier try linked are counted. */
export function savedTextOf(
  { agentsLinked }: Pick<EditSession, 'agentsLinked'>,
  { record, saved, linked: { owner, agent } }: Pick<SaveOutcome, 'record' | 'saved' | 'linked'>,
): string {
  if (record.unread.includes('status')) return `Saved: ${saved.join(', ')}.`
  return savedText({ owners: owner.length, agents: agent.length + agentsLinked })
}

/** After a successful save; what was typed while it ran stays in the form. */
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

/** After a save that stopped: nothing is removed from the form, and the message says what was saved. */
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

/** After somebody else's change was found: their record counts now, and what both changed waits for a choice. */
export function afterConflict(session: EditSession, theirs: EditRecord): EditSession {
  // A part that could be read before and cannot now would take what was typed with it: the next try will tell.
  if (theirs.unread.some((part) => !session.record.unread.includes(part))) return session
  const { draft, clashes, taken } = mergeDrafts({
    base: draftOf(session.record),
    mine: session.draft,
    theirs: draftOf(theirs),
  })
  const relinked = LINK_KINDS.filter((kind) => !areSame(session.record.links[kind], theirs.links[kind]))
  // What is shown for the first time has not been changed by anybody, as far as we know.
  const changed = taken.filter((field) => !session.record.unread.includes(PART_OF[field]))
  const told = takenText([...changed, ...relinked])
  const message =
    session.message && told !== null
      ? { ...session.message, lines: [...session.message.lines, told] }
      : session.message
  return { ...session, record: theirs, draft, clashes, message }
}

/** What could not be loaded has not been changed by anybody, as far as we know. */
function areSame(before: Links, after: Links): boolean {
  if (before.failure !== null || after.failure !== null) return true
  const isLeft = (link: AssignedLink) => after.list.some((other) => isSameLink(link, other))
  return before.list.length === after.list.length && before.list.every(isLeft)
}

type RemainingLinks = { readonly list: readonly AssignedLink[]; readonly etag: string | null }

/** After a link was taken away; nothing else in the form changes. */
export function afterUnlink(
  session: EditSession,
  kind: LinkKind,
  { list, etag }: RemainingLinks,
): EditSession {
  const links = { ...session.record.links, [kind]: { list, failure: null } }
  return { ...session, record: { ...session.record, links, etag } }
}
