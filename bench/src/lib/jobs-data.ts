import type { Client } from 'pg'

/**
 * Mails that wait for tomorrow, of which each hundredth was given up, and each fiftieth of as many others refused. Nothing
 * has told the planner of them yet.
 */
export async function makeJobs(client: Client, count: number): Promise<void> {
  await client.query(
    `INSERT INTO mail_outbox (kind, recipient, message_id, created_at, refused_at, refusal)
     SELECT 'reset', 'clerk-' || n || '@county.example', 'bench-' || n, now(), CASE WHEN n % 50 = 0 THEN now() END,
       CASE WHEN n % 50 = 0 THEN '550 no such user' END
     FROM generate_series(1, $1::integer) AS n`,
    [count],
  )
  await client.query(
    `INSERT INTO job (kind, payload, run_at, failed_at, attempts, last_error)
     SELECT 'send-mail', jsonb_build_object('outboxId', n), now() + interval '1 day' + n * interval '1 millisecond',
       CASE WHEN n % 100 = 1 THEN now() END, 3, 'Error: no answer'
     FROM generate_series(1, $1::integer) AS n`,
    [count],
  )
}
