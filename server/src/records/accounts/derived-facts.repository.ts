import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** An account with a derived column that does not match the rows behind it. */
export type StaleFact = {
  readonly id: number
  readonly column: 'has_password' | 'has_second_factor'
  readonly isKept: boolean
  /** The statement that corrects the column. */
  readonly remedy: string
}

/** Finds accounts whose derived columns differ from the rows from which triggers maintain them. */
export async function listStaleFacts(db: Kysely<DB>): Promise<StaleFact[]> {
  const { rows } = await sql<StaleFact>`
    SELECT account.id, fact.name AS "column", fact.kept AS "isKept",
      format('UPDATE account SET %s = %s WHERE id = %s', fact.name, fact.found::text, account.id) AS remedy
    FROM account
    LEFT JOIN credential AS c ON c.account_id = account.id
    LEFT JOIN second_factor AS s ON s.account_id = account.id AND s.confirmed_at IS NOT NULL
    CROSS JOIN LATERAL (VALUES
      ('has_password', account.has_password, c.account_id IS NOT NULL),
      ('has_second_factor', account.has_second_factor, s.account_id IS NOT NULL)
    ) AS fact (name, kept, found)
    WHERE fact.kept <> fact.found ORDER BY account.id, fact.name`.execute(db)
  return rows
}
