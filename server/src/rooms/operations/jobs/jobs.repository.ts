import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

export type JobRow = {
  readonly id: string
  readonly kind: string
  readonly runAt: Date
  /** The same to the microsecond, which is the precision of the jobs' order. */
  readonly runAtText: string
  readonly failedAt: Date | null
  readonly isRunning: boolean
  readonly attempts: number
  readonly lastError: string | null
  readonly mailKind: string | null
  readonly recipient: string | null
}

const JOB = sql`
  j.id::text, j.kind, j.run_at AS "runAt",
  to_char(j.run_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "runAtText", j.failed_at AS "failedAt", j.attempts, j.last_error AS "lastError",
  j.leased_until IS NOT NULL AND j.leased_until >= now() AS "isRunning",
  m.kind AS "mailKind", m.recipient`

/** The newest outbox row of a job that sends a mail. */
const WITH_MAIL = sql`LEFT JOIN mail_outbox AS m
  ON j.kind IN ('send-mail', 'send-awaited-mail', 'send-slow-mail', 'send-mails-together') AND m.id = (j.payload->>'outboxId')::integer`

/** A position among waiting jobs. Jobs of the same time are ordered by their number. */
export type WaitingPlace = { readonly runAt: string; readonly id: string }

/** Waiting and running jobs, in execution order. Reads no more rows of each kind than the limit. */
export async function readWaitingJobs(
  db: Kysely<DB>,
  kinds: readonly string[],
  { after, atMost }: { after: WaitingPlace | null; atMost: number },
): Promise<JobRow[]> {
  const beside = after
    ? sql`AND (w.run_at, w.id) > (${after.runAt}::timestamptz, ${after.id}::bigint)`
    : sql``
  const { rows } = await sql<JobRow>`
    SELECT ${JOB} FROM (
      SELECT next.* FROM unnest(${kinds}::text[]) AS k (kind)
      CROSS JOIN LATERAL (
        SELECT w.* FROM job AS w WHERE w.kind = k.kind AND w.failed_at IS NULL ${beside}
        ORDER BY w.run_at, w.id LIMIT ${atMost}::integer
      ) AS next
      ORDER BY next.run_at, next.id LIMIT ${atMost}::integer
    ) AS j ${WITH_MAIL}
    ORDER BY j.run_at, j.id`.execute(db)
  return rows
}

/** Failed jobs of this kind, or of all kinds, newest first. */
export async function readFailedJobs(
  db: Kysely<DB>,
  kind: string | undefined,
  { before, atMost }: { before: string | null; atMost: number },
): Promise<JobRow[]> {
  const ofKind = kind === undefined ? sql`` : sql`AND d.kind = ${kind}`
  const { rows } = await sql<JobRow>`
    SELECT ${JOB} FROM (
      SELECT * FROM job AS d
      WHERE d.failed_at IS NOT NULL ${ofKind}
        AND (${before}::bigint IS NULL OR d.id < ${before}::bigint)
      ORDER BY d.id DESC LIMIT ${atMost}::integer
    ) AS j ${WITH_MAIL}
    ORDER BY j.id DESC`.execute(db)
  return rows
}

export type RefusedMailRow = {
  readonly id: number
  readonly kind: string
  readonly recipient: string
  readonly queuedAt: Date
  readonly refusedAt: Date
  readonly refusal: string | null
}

/** Mails that a mail server permanently rejected, newest first. */
export async function readRefusedMails(
  db: Kysely<DB>,
  { before, atMost }: { before: string | null; atMost: number },
): Promise<RefusedMailRow[]> {
  const { rows } = await sql<RefusedMailRow>`
    SELECT id, kind, recipient, created_at AS "queuedAt", refused_at AS "refusedAt", refusal
    FROM mail_outbox
    WHERE refused_at IS NOT NULL AND (${before}::bigint IS NULL OR id < ${before}::bigint)
    ORDER BY id DESC LIMIT ${atMost}::integer`.execute(db)
  return rows
}
