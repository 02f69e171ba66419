import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** A message that is deferred in the mailbox. `sender` is an account, or null for a stranger. */
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

/** Defers a message, and replaces what was recorded about it before. */
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

/** Removes messages that are finished or no longer in the mailbox. */
export async function removeDeferredMails(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`DELETE FROM deferred_mail WHERE mailbox_name = ANY(${names}::text[])`.execute(db)
}

/** Messages deferred until a set time are read at the next poll, because a starting server may have other settings. */
export async function removeTimedDeferrals(db: Db): Promise<void> {
  await sql`DELETE FROM deferred_mail WHERE until IS NOT NULL`.execute(db)
}
