import { mergeDrafts, type Clashes } from './conflict.ts'
import { changedFields, draftOf, PART_OF, type Draft, type EditRecord } from './edit-record.ts'
import { NOTHING_TO_SAVE, STATUS_AND_OWNERS_LEFT, STATUS_LEFT, takenText } from './edit-texts.ts'
import { afterRest, EMPTY_DESK, isWaiting, withoutPending, type LinkDesk } from './link-desk.ts'
import { leftOutText, savedText } from './link-texts.ts'
import { isSameLink, LINK_KINDS, type AssignedLink, type LinkKind, type Links } from './links.ts'
import { partialText, type SaveOutcome } from './save-document.ts'
import type { Pending } from './save-plan.ts'

export type Message = {
  readonly tone: 'success' | 'error' | 'info'
  readonly lines: readonly string[]
  /** Said quietly besides: what a save left out, or that there was nothing to save. */
  readonly aside?: readonly string[]
}

/** All that the open dialog knows: the record as it is saved, what the user made of it, and what is in dispute. */
export type EditSession = {
  readonly record: EditRecord
  readonly draft: Draft
  readonly clashes: Clashes
  readonly desks: Readonly<Record<LinkKind, LinkDesk>>
  /** A save has failed on its way: the status still has to be sent, even if nothing differs any more. */
  readonly statusOwed: boolean
  /** Agents that such a save has linked; the one that goes through tells of them. */
  readonly agentsLinked: number
  readonly isSaving: boolean
  readonly message: Message | null
  /** How the document before this one was left: said until this one is saved. */
  readonly notice: Message | null
}

/** A document that was left for the next one, and what was said of it last. */
export type LeftDocument = { readonly fileId: number; readonly text: string }

export function openSession(record: EditRecord, left: LeftDocument | null = null): EditSession {
  return {
    record,
    draft: draftOf(record),
    clashes: {},
    desks: { owner: EMPTY_DESK, agent: EMPTY_DESK },
    statusOwed: false,
    agentsLinked: 0,
    isSaving: false,
    message: null,
    notice: left && noticeOf(left, record.metadata.FileID),
  }
}

function noticeOf({ fileId: before, text }: LeftDocument, fileId: number): Message {
  return { tone: 'success', lines: [text], aside: [`That was file ${before}. This is file ${fileId}.`] }
}

export function isUnsaved({ record, draft, desks, statusOwed }: EditSession): boolean {
  const isLinking = isWaiting(desks.owner) || isWaiting(desks.agent)
  return statusOwed || isLinking || changedFields(draftOf(record), draft).length > 0
}

export function pendingOf({ desks }: EditSession): Pending {
  return { owner: desks.owner.pending, agent: desks.agent.pending }
}

/** The session with one of its two desks changed, and what was said before gone. */
export function withDesk(
  session: EditSession,
  kind: LinkKind,
  change: (desk: LinkDesk) => LinkDesk,
): EditSession {
  return { ...session, desks: { ...session.desks, [kind]: change(session.desks[kind]) }, message: null }
}

/** The session with something said quietly besides what it says already. */
export function withAside(session: EditSession, aside: readonly string[]): EditSession {
  const said = [...new Set([...(session.message?.aside ?? []), ...aside])]
  return { ...session, message: { tone: 'info', lines: [], ...session.message, aside: said } }
}

/** The session with what half choices lack, as they were at the save, and what that save left out. */
export function withHalfChoices(session: EditSession, at: Pick<EditSession, 'desks'>): EditSession {
  const desks = LINK_KINDS.reduce(
    (all, kind) => ({ ...all, [kind]: { ...all[kind], problem: afterRest(at.desks[kind], kind).problem } }),
    session.desks,
  )
  const leftOut = LINK_KINDS.map((kind) => leftOutText(kind, at.desks[kind])).filter((text) => text !== null)
  return { ...withAside(session, leftOut), desks }
}

/** What a save had to leave alone, because the dialog does not know what it would write over. */
function unreadAside({ record: { unread }, desks }: EditSession): Pick<Message, 'aside'> {
  if (!unread.includes('status')) return {}
  return { aside: [desks.owner.pending.length > 0 ? STATUS_AND_OWNERS_LEFT : STATUS_LEFT] }
}

/** What is said where there was nothing to send. */
export function withNothingSent(session: EditSession): EditSession {
  const { record, desks } = session
  const isWaitingForStatus = record.unread.includes('status') && desks.owner.pending.length > 0
  return withAside(session, [isWaitingForStatus ? STATUS_AND_OWNERS_LEFT : NOTHING_TO_SAVE])
}

/** The sentence of a save that went through; agents that an earlier try has linked count. */
export function savedTextOf(
  { agentsLinked }: Pick<EditSession, 'agentsLinked'>,
  { record, saved, linked: { owner, agent } }: Pick<SaveOutcome, 'record' | 'saved' | 'linked'>,
): string {
  if (record.unread.includes('status')) return `Saved: ${saved.join(', ')}.`
  return savedText({ owners: owner.length, agents: agent.length + agentsLinked })
}

/** After a save that went through; what was typed while it ran stays in the form. */
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
    desks: desksAfter(session, linked),
    statusOwed: false,
    agentsLinked: 0,
    isSaving: false,
    message: { tone: 'success', lines: [savedTextOf(session, outcome)], ...unreadAside(session) },
  }
}

function desksAfter({ desks }: EditSession, linked: Pending): EditSession['desks'] {
  return {
    owner: withoutPending(desks.owner, linked.owner),
    agent: withoutPending(desks.agent, linked.agent),
  }
}

/** After a save that stopped: nothing is taken out of the form, and the message says what was saved. */
export function afterFailure(session: EditSession, outcome: SaveOutcome, text: string): EditSession {
  const partial = partialText(outcome)
  return {
    ...session,
    record: outcome.record,
    desks: desksAfter(session, outcome.linked),
    statusOwed: true,
    agentsLinked: session.agentsLinked + outcome.linked.agent.length,
    isSaving: false,
    message: { tone: 'error', lines: partial === null ? [text] : [text, partial] },
  }
}

/** After somebody else's change became known: theirs is the record now, and what both changed waits for a choice. */
export function afterConflict(session: EditSession, theirs: EditRecord): EditSession {
  // A part that could be read before and cannot now would take along what was typed into it: the next try tells.
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

type Left = { readonly list: readonly AssignedLink[]; readonly etag: string | null }

/** After a link was taken away; nothing else in the form changes. */
export function afterUnlink(session: EditSession, kind: LinkKind, { list, etag }: Left): EditSession {
  const links = { ...session.record.links, [kind]: { list, failure: null } }
  return { ...session, record: { ...session.record, links, etag } }
}
