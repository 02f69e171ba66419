import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** A message that stays where it arrived for now; `sender` is an account, null of a stranger. */
export type DeferredMail = { readonly name: string; readonly since: Date } & (
  | { readonly kind: 'failed' | 'full day'; readonly until: Date }
  | { readonly kind: 'no room'; readonly sender: number | null; readonly bytes: number }
)

/** All messages that any server has deferred, by their names in the mailbox. */
export async function listDeferredMails(db: Db): Promise<DeferredMail[]> {
  const { rows } = await sql<DeferredMail>`
    SELECT mailbox_name AS name, kind, since, until, sender, bytes::float8 AS bytes FROM deferred_mail`.execute(
    db,
  )
  return rows
}

/** Defers a message, whatever was known of it before. */
export async function deferMail(db: Db, mail: DeferredMail): Promise<void> {
  const [until, sender, bytes] =
    mail.kind === 'no room' ? [null, mail.sender, mail.bytes] : [mail.until, null, null]
  await sql`
    INSERT INTO deferred_mail (mailbox_name, kind, since, until, sender, bytes)
    VALUES (${mail.name}, ${mail.kind}, ${mail.since}::timestamptz, ${until}::timestamptz, ${sender}::integer,
      ${bytes}::bigint)
    ON CONFLICT (mailbox_name) DO UPDATE SET kind = excluded.kind, since = excluded.since, until = excluded.until,
      sender = excluded.sender, bytes = excluded.bytes`.execute(db)
}

/** They came to their end, or lie there no more. */
export async function removeDeferredMails(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`DELETE FROM deferred_mail WHERE mailbox_name = ANY(${names}::text[])`.execute(db)
}

/** Those that wait for a moment are read at the next look: a server that starts may have other settings. */
export async function endWaitsForMoments(db: Db): Promise<void> {
  await sql`DELETE FROM deferred_mail WHERE until IS NOT NULL`.execute(db)
}
