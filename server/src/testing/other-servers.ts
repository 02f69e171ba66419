import { Kysely } from 'kysely'
import type { Database } from '../engines/database/open-database.ts'
import { createPool } from '../engines/database/pool.ts'
import type { DB } from '../engines/database/generated/db.d.ts'
import { PortalDialect } from '../engines/database/portal-dialect.ts'
import type { TestPortal } from './test-portal.ts'

const SILENT = { info() {}, warn() {}, error() {} }

/** Runs `work` with the databases of this many more servers on a test's database, each with its own connections. */
export async function withOtherServers(
  { pool: own, world }: Pick<TestPortal, 'pool' | 'world'>,
  count: number,
  work: (databases: readonly Database[]) => Promise<void>,
): Promise<void> {
  const pools = Array.from({ length: count }, () =>
    createPool(own.options, { size: own.options.max, log: SILENT }),
  )
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
