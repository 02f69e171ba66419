import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import {
  MAX_NOTICES,
  MAX_UNREAD,
  NOTICE_KINDS,
  type countNotices,
  type listNotices,
  type NoticeKind,
  type readNotices,
} from '@portal/contract/notices/notices.ts'
import type { PersonContext } from '../../records/context.ts'
import { noticeReader, noticeSentence } from '../../records/notices/notices.ts'
import {
  countUnread,
  markAllRead,
  markDocumentRead,
  readNewest,
} from '../../records/notices/notices.repository.ts'

/** How many notices the caller has not read (R23.32). */
export async function countOwnNotices({
  database,
  actor,
}: PersonContext): Promise<ResultOf<typeof countNotices>> {
  return { unread: await countUnread(database.kysely, noticeReader(actor.person), MAX_UNREAD) }
}

/** The newest notices of the caller, of one kind or of all (R23.32, R24.27). */
export async function listOwnNotices(
  { database, actor }: PersonContext,
  only: NoticeKind | undefined,
): Promise<ResultOf<typeof listNotices>> {
  const wanted = { kinds: only === undefined ? NOTICE_KINDS : [only], most: MAX_NOTICES }
  const rows = await readNewest(database.kysely, noticeReader(actor.person), wanted)
  return {
    notices: rows.flatMap(({ id, kind: named, actor: who, fileId, fileName, others, createdAt, readAt }) => {
      const kind = NOTICE_KINDS.find((known) => known === named)
      if (!kind) return []
      const text = noticeSentence(kind, { actor: who, fileId, others })
      return [
        { id, kind, text, fileId, fileName, others, at: createdAt.toISOString(), isRead: readAt !== null },
      ]
    }),
  }
}

/** Marks notices of the caller as read (R23.33). */
export async function readOwnNotices(
  { database: { kysely }, actor, clock }: PersonContext,
  which: BodyOf<typeof readNotices>,
): Promise<void> {
  const reader = noticeReader(actor.person)
  const at = clock.now()
  if ('fileId' in which) await markDocumentRead(kysely, reader, { documentId: which.fileId, at })
  else await markAllRead(kysely, reader, { upTo: which.upTo, at })
}
