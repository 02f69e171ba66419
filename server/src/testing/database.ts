import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
import type { Database } from '../engines/database/open-database.ts'
import { workAsOwner, type OwnersWork } from '../engines/database/owner.ts'
import { createPool } from '../engines/database/pool.ts'
import { ensureSessionDefaults } from '../engines/database/session-defaults.ts'
import { urlOf } from './cluster.setup.ts'
import { kyselyOfOneConnection } from './one-connection.ts'
import { tally } from './tally.ts'

const CONNECTIONS = 10
const SILENT = { info() {}, warn() {}, error() {} }

export type TestDatabase = {
  /** The DATABASE_URL of a program that uses this database. */
  readonly url: string
  /** The same with the owner of the tables: DATABASE_MIGRATION_URL if the role of `url` owns nothing. */
  readonly ownerUrl: string
  readonly pool: Pool
  /** The database of a world: the same pool, with Kysely on it. */
  readonly database: Database
  close(): Promise<void>
}

export type TestDatabaseOptions = {
  /** UTC by default. Another zone is for results that must not depend on it. */
  readonly timeZone?: string
  /** The default isolation of the database, for results that must not depend on it. */
  readonly isolation?: 'repeatable read' | 'serializable'
  /** Whether the pool's role owns nothing, as with DATABASE_MIGRATION_URL. */
  readonly ownsNothing?: boolean
}

/** A fresh, migrated database for one test or one file of them. Its role is no superuser. `close` removes it. */
export async function testDatabase({
  timeZone = 'UTC',
  isolation,
  ownsNothing = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { adminUrl, poolerUrl, template, role, password } = inject('cluster')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  tally('database')
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`CREATE DATABASE ${name} OWNER ${role} TEMPLATE ${template} STRATEGY FILE_COPY`)
    await admin.query(`ALTER DATABASE ${name} SET timezone TO '${timeZone}'`)
    if (isolation) {
      await admin.query(`ALTER DATABASE ${name} SET default_transaction_isolation TO '${isolation}'`)
    }
  })
  const user = ownsNothing ? name : role
  const ownerUrl = urlOf(adminUrl, { database: name, user: role, password })
  const directUrl = urlOf(adminUrl, { database: name, user, password })
  const url = urlOf(poolerUrl ?? adminUrl, { database: name, user, password })
  if (ownsNothing) await makeRole({ adminUrl, ownerUrl, role: name, password })
  // Before a pooler has connections, which would keep their defaults.
  if (isolation) await nameDefaults(directUrl)
  const pool = createPool({ connectionString: url }, { size: CONNECTIONS, log: SILENT })
  const close = async () => {
    const isQuiet = pool.totalCount === pool.idleCount
    const ended = pool.end()
    // Waiting for a connection that a failed test kept would never end. The drop cuts it.
    if (isQuiet) await ended
    await asAdmin(adminUrl, async (admin) => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      if (ownsNothing) await admin.query(`DROP ROLE ${name}`)
    })
  }
  const asOwner = <T>(work: OwnersWork<T>) =>
    ownsNothing
      ? workAsOwner({ pool, owner: { connectionString: ownerUrl }, log: SILENT }, work)
      : work(pool, { portalRole: null })
  const kysely = kyselyOfOneConnection(pool)
  const database = {
    pool,
    kysely,
    prepareNamed: poolerUrl === null,
    asOwner,
    isUp: () => true,
    msSinceDiskFull: () => Infinity,
    close,
  }
  return { url, ownerUrl, pool, close, database }
}

async function nameDefaults(url: string): Promise<void> {
  const pool = createPool({ connectionString: url }, { size: 1, log: SILENT })
  await ensureSessionDefaults(pool, { where: url, log: SILENT })
  await pool.end()
}

async function makeRole(made: {
  adminUrl: string
  ownerUrl: string
  role: string
  password: string
}): Promise<void> {
  await asAdmin(made.adminUrl, (admin) =>
    admin.query(`CREATE ROLE ${made.role} LOGIN PASSWORD '${made.password}'`),
  )
  await asAdmin(made.ownerUrl, (owner) => owner.query('SELECT grant_portal_rights($1)', [made.role]))
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
