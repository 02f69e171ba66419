import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { scopeCondition } from '../../records/access/county-scope.repository.ts'

type Db = Kysely<DB>

/** When the oldest of these documents was received. The scope is a second wall: the search has looked at it, too. */
export async function findOldestOf(db: Db, ids: readonly number[], scope: CountyScope): Promise<Date | null> {
  const { rows } = await sql<{ oldestAt: Date | null }>`
    SELECT min(d.uploaded_at) AS "oldestAt" FROM document AS d
    WHERE d.id = ANY (${ids}::integer[]) AND ${scopeCondition(scope, 'd')}`.execute(db)
  return rows[0]?.oldestAt ?? null
}
