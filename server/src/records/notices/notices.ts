import type { NoticeKind } from '@portal/contract/notices/notices.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Engines } from '../../engines/engines.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import type { Person } from '../access/actor.ts'
import { countyScope } from '../access/county.policy.ts'
import { countHourlyMail } from './hourly-mails.ts'
import { listForMail, markNoticeMailed } from './notice-mails.repository.ts'
import { deleteNoticesReadBefore, insertNotices, type NoticeReader } from './notices.repository.ts'
import { addToRunNotice } from './run-notices.repository.ts'

export type NewNotice = {
  /** The people who get it. Nobody gets a notice of what they did themselves. */
  readonly personIds: readonly number[]
  readonly kind: NoticeKind
  readonly documentId: number
  readonly commentId?: number
  /** Who caused it. */
  readonly actorId: number
}

/** The kind of the e-mail about a mention. */
export const MENTION_MAIL = 'notice-mention'

/**
 * Adds a notice for each person, in the transaction of its cause (R23.30), and queues the e-mails of mentions (R23.40),
 * at most 20 a person and hour (R23.45). Wake the jobs after the commit.
 */
export async function addNotices(
  transaction: Transaction<DB>,
  engines: Pick<Engines, 'clock' | 'database' | 'jobs' | 'log' | 'settings'>,
  { personIds, commentId, ...notice }: NewNotice,
): Promise<void> {
  const others = personIds.filter((id) => id !== notice.actorId)
  if (others.length === 0) return
  const at = engines.clock.now()
  const added = { ...notice, commentId: commentId ?? null, personIds: others, at, run: null }
  const ids = await insertNotices(transaction, added)
  if (notice.kind !== 'mention') return
  for (const { id, personId, email } of await listForMail(transaction, ids)) {
    if (!(await countHourlyMail(transaction, engines, { kind: 'mention', personId }))) continue
    await markNoticeMailed(transaction, id, at)
    const facts = { personId, noticeIds: [id] }
    await enqueueMail(transaction, engines, { kind: MENTION_MAIL, recipient: email, facts })
  }
}

export type NewRunNotice = {
  readonly kind: NoticeKind
  readonly runNumber: number
  /** Who started the run. */
  readonly actorId: number
  readonly personId: number
  /** The first of the documents that the run has just changed. */
  readonly documentId: number
  /** How many these are. */
  readonly documents: number
}

/** Adds documents to the one notice that a person gets of a run, in the transaction of their change (R23.36). */
export async function addRunNotice(
  transaction: Transaction<DB>,
  { clock }: Pick<Engines, 'clock'>,
  { kind, runNumber, actorId, personId, documentId, documents }: NewRunNotice,
): Promise<void> {
  if (personId === actorId) return
  if (await addToRunNotice(transaction, { runNumber, personId, documentId, more: documents })) return
  await insertNotices(transaction, {
    personIds: [personId],
    kind,
    documentId,
    commentId: null,
    actorId,
    at: clock.now(),
    run: { number: runNumber, others: documents - 1 },
  })
}

/** Whose notices a query returns, by the rights of this moment. */
export function noticeReader(person: Person): NoticeReader {
  return { accountId: person.accountId, scope: countyScope(person), knownTo: person.counties }
}

type Facts = { readonly actor: string; readonly fileId: number; readonly others: number }

const SENTENCES: Readonly<Record<NoticeKind, (facts: Facts) => string>> = {
  mention: ({ actor, fileId }) => `${actor} mentioned you in a comment on file ${fileId}.`,
  comment: ({ actor, fileId, others }) => `${actor} commented on file ${fileId}${more(others)}.`,
  assigned: ({ actor, fileId, others }) => `${actor} assigned file ${fileId}${more(others)} to you.`,
  asked: ({ actor, fileId, others }) =>
    `${actor} asks you for more information about file ${fileId}${more(others)}.`,
  answered: ({ actor, fileId }) => `${actor} answered your question about file ${fileId}.`,
}

function more(others: number): string {
  if (others === 0) return ''
  return others === 1 ? ' and 1 other file' : ` and ${others.toLocaleString('en-US')} other files`
}

/** A notice in one sentence, without the text of a comment and the name of the file. */
export function noticeSentence(kind: NoticeKind, facts: Facts): string {
  return SENTENCES[kind](facts)
}

const KEPT_AFTER_READING_MS = 90 * 24 * 3_600_000

/** Deletes notices that were read more than 90 days ago (R23.34). */
export async function sweepNotices({ database, clock }: Pick<Engines, 'database' | 'clock'>): Promise<void> {
  await deleteNoticesReadBefore(database.kysely, new Date(clock.now().getTime() - KEPT_AFTER_READING_MS))
}
