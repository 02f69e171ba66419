import { Kysely } from 'kysely'
import { Pool } from 'pg'
import type { Database } from '../engines/database/open-database.ts'
import type { DB } from '../engines/database/generated/db.d.ts'
import { PortalDialect } from '../engines/database/portal-dialect.ts'
import type { TestPortal } from './test-portal.ts'

/** Does `work` with the databases of so many more servers on a test's database, each on connections of its own. */
export async function withOtherServers(
  { pool: own, world }: Pick<TestPortal, 'pool' | 'world'>,
  count: number,
  work: (databases: readonly Database[]) => Promise<void>,
): Promise<void> {
  const pools = Array.from({ length: count }, () => new Pool(own.options))
  // A pool is ended before its connections are: the drop of the database may still reach them.
  for (const pool of pools) pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await work(
      pools.map((pool) => {
        const kysely = new Kysely<DB>({ dialect: new PortalDialect({ pool }) })
        return { ...world.database, pool, kysely }
      }),
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
}
