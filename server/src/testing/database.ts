import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
import type { Database } from '../engines/database/open-database.ts'
import { createPool } from '../engines/database/pool.ts'
import { ensureSessionDefaults } from '../engines/database/session-defaults.ts'
import { urlOf } from './cluster.setup.ts'
import { kyselyOfOneConnection } from './one-connection.ts'

const CONNECTIONS = 10
const SILENT = { info() {}, warn() {}, error() {} }

export type TestDatabase = {
  /** For a program that is to use this database: DATABASE_URL. */
  readonly url: string
  readonly pool: Pool
  /** What a world holds: the same pool, and Kysely over it. */
  readonly database: Database
  close(): Promise<void>
}

export type TestDatabaseOptions = {
  /** UTC unless told otherwise, for what must not depend on the zone of a session. */
  readonly timeZone?: string
  /** What the database begins transactions as, for what must not depend on that. */
  readonly isolation?: 'repeatable read' | 'serializable'
}

/** A fresh, migrated database for one test or one file of them; its role is no superuser. `close` removes it. */
export async function testDatabase({
  timeZone = 'UTC',
  isolation,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { adminUrl, poolerUrl, template, role, password } = inject('cluster')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`CREATE DATABASE ${name} OWNER ${role} TEMPLATE ${template} STRATEGY FILE_COPY`)
    await admin.query(`ALTER DATABASE ${name} SET timezone TO '${timeZone}'`)
    if (isolation) {
      await admin.query(`ALTER DATABASE ${name} SET default_transaction_isolation TO '${isolation}'`)
    }
  })
  const url = urlOf(poolerUrl ?? adminUrl, { database: name, user: role, password })
  const pool = createPool({ connectionString: url }, { size: CONNECTIONS, log: SILENT })
  await ensureSessionDefaults(pool, { where: name, log: SILENT })
  const close = async () => {
    const isQuiet = pool.totalCount === pool.idleCount
    const ended = pool.end()
    // A connection that a failed test kept would be waited for without end; the drop cuts it.
    if (isQuiet) await ended
    await asAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }
  const kysely = kyselyOfOneConnection(pool)
  return {
    url,
    pool,
    close,
    database: { pool, kysely, prepareNamed: poolerUrl === null, isUp: () => true, close },
  }
}

async function asAdmin<T>(connectionString: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
