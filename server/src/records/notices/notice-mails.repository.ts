import {
  DEFAULT_DIGEST_HOUR,
  type NoticeMail,
  type NoticeSettings,
} from '@portal/contract/notices/notice-mails.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** The hour of the daily e-mail of the person `a` with the settings `s`; null for none. */
const DIGEST_HOUR = sql`CASE WHEN s.person_id IS NULL THEN ${DEFAULT_DIGEST_HOUR}::smallint ELSE s.digest_hour END`

export async function readNoticeSettings(db: Kysely<DB>, personId: number): Promise<NoticeSettings> {
  const { rows } = await sql<NoticeSettings>`
    SELECT mails_mentions AS mentions, digest_hour AS "digestHour" FROM notice_setting
    WHERE person_id = ${personId}::integer`.execute(db)
  return rows[0] ?? { mentions: true, digestHour: DEFAULT_DIGEST_HOUR }
}

export async function writeNoticeSettings(
  db: Kysely<DB>,
  personId: number,
  { mentions, digestHour }: NoticeSettings,
): Promise<void> {
  await sql`
    INSERT INTO notice_setting (person_id, mails_mentions, digest_hour)
    VALUES (${personId}::integer, ${mentions}::boolean, ${digestHour}::smallint)
    ON CONFLICT (person_id) DO UPDATE
      SET mails_mentions = EXCLUDED.mails_mentions, digest_hour = EXCLUDED.digest_hour`.execute(db)
}

/** Turns one kind of e-mails of a person off, if the person exists. The same again writes nothing. */
export async function turnMailsOff(
  db: Kysely<DB>,
  { personId, mails }: { readonly personId: number; readonly mails: NoticeMail },
): Promise<void> {
  const isOfMentions = mails === 'mentions'
  await sql`
    INSERT INTO notice_setting AS s (person_id, mails_mentions, digest_hour)
    SELECT id, ${!isOfMentions}::boolean, ${isOfMentions ? DEFAULT_DIGEST_HOUR : null}::smallint
    FROM account WHERE id = ${personId}::integer
    ON CONFLICT (person_id) DO UPDATE SET
      mails_mentions = s.mails_mentions AND EXCLUDED.mails_mentions,
      digest_hour = CASE WHEN ${isOfMentions}::boolean THEN s.digest_hour END
      WHERE CASE WHEN ${isOfMentions}::boolean THEN s.mails_mentions ELSE s.digest_hour IS NOT NULL END`.execute(
    db,
  )
}

export type MailedNotice = { readonly id: string; readonly personId: number; readonly email: string }

/** Those of these notices whose person wants an e-mail of each, by person. */
export async function listForMail(
  transaction: Transaction<DB>,
  noticeIds: readonly string[],
): Promise<MailedNotice[]> {
  const { rows } = await sql<MailedNotice>`
    SELECT n.id::text, n.person_id AS "personId", a.email FROM notice AS n JOIN account AS a ON a.id = n.person_id
    WHERE n.id = ANY (${noticeIds}::bigint[]) AND a.disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM notice_setting AS s WHERE s.person_id = a.id AND NOT s.mails_mentions)
    ORDER BY a.id`.execute(transaction)
  return rows
}

/** Marks a notice as mailed: the daily e-mail leaves it out. */
export async function markNoticeMailed(transaction: Transaction<DB>, id: string, at: Date): Promise<void> {
  await transaction.updateTable('notice').set({ mailed_at: at }).where('id', '=', id).execute()
}

/** The day and hour now in the portal's zone, and that zone. */
export type Today = { readonly day: string; readonly hour: number; readonly timeZone: string }

/** A digest has no older notices: after a long pause, nobody gets the news of months. */
const MAX_AGE_DAYS = 7

/** When the digest of a day is due for the person with the settings `s`. */
function dueAt({ day, timeZone }: Today) {
  return sql`((${day}::date + make_interval(hours => (${DIGEST_HOUR})::integer)) AT TIME ZONE ${timeZone})`
}

function isForDigest(today: Today) {
  return sql`n.read_at IS NULL AND n.mailed_at IS NULL AND n.kind <> 'asked'
    AND (n.kind <> 'mention' OR coalesce(s.mails_mentions, true))
    AND n.created_at < ${dueAt(today)}
    AND n.created_at > ${dueAt(today)} - make_interval(days => ${MAX_AGE_DAYS}::integer)`
}

/** People whose daily e-mail is due and was not yet queued on this day. */
export async function listDueDigests(
  db: Kysely<DB>,
  today: Today,
  most: number,
): Promise<{ readonly personId: number; readonly email: string }[]> {
  const { rows } = await sql<{ personId: number; email: string }>`
    SELECT a.id AS "personId", a.email FROM account AS a LEFT JOIN notice_setting AS s ON s.person_id = a.id
    WHERE a.disabled_at IS NULL AND ${DIGEST_HOUR} <= ${today.hour}::integer
      AND (s.digested_on IS NULL OR s.digested_on < ${today.day}::date)
      AND EXISTS (SELECT FROM notice AS n WHERE n.person_id = a.id AND ${isForDigest(today)})
    ORDER BY a.id LIMIT ${most}::integer`.execute(db)
  return rows
}

/**
 * Takes the notices for the daily e-mail of a person, and the day with them: another server that tries the same waits
 * for this transaction and gets none.
 */
export async function takeForDigest(
  transaction: Transaction<DB>,
  { personId, today, at }: { readonly personId: number; readonly today: Today; readonly at: Date },
): Promise<string[]> {
  const { rows: claimed } = await sql`
    INSERT INTO notice_setting AS s (person_id, mails_mentions, digest_hour, digested_on)
    VALUES (${personId}::integer, true, ${DEFAULT_DIGEST_HOUR}::smallint, ${today.day}::date)
    ON CONFLICT (person_id) DO UPDATE SET digested_on = EXCLUDED.digested_on
      WHERE s.digested_on IS NULL OR s.digested_on < EXCLUDED.digested_on
    RETURNING person_id`.execute(transaction)
  if (claimed.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    UPDATE notice AS n SET mailed_at = ${at} FROM notice_setting AS s
    WHERE s.person_id = ${personId}::integer AND n.person_id = s.person_id AND s.digest_hour IS NOT NULL
      AND ${isForDigest(today)} RETURNING n.id::text`.execute(transaction)
  return rows.map(({ id }) => id)
}
