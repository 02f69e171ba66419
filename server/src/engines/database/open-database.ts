import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'
import type { DB } from './generated/db.d.ts'
import { openEmbeddedPool } from './embedded-pool.ts'
import { openExternalPool } from './external-pool.ts'
import { ensureRights, workAsOwner, type OwnersWork } from './owner.ts'
import type { Connection, PoolSettings, WatchedPool } from './pool.ts'
import { PortalDialect } from './portal-dialect.ts'

/** The portal's only access to its database. */
export type Database = {
  /** For hand-written SQL; shares the connections of `kysely`. */
  readonly pool: Pool
  readonly kysely: Kysely<DB>
  /** Whether statements have names, so that PostgreSQL plans them once per connection. */
  readonly prepareNamed: boolean
  /**
   * Runs `work` as the role that owns the tables, if that is another role, and then grants our role its rights on them.
   */
  asOwner<T>(work: OwnersWork<T>): Promise<T>
  /** False while the database is down; it reconnects by itself. */
  isUp(): boolean
  /** Milliseconds since its disk had no room for a statement of this process; Infinity if it always had. */
  msSinceDiskFull(): number
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Null for the PostgreSQL that comes with the portal, below `dataDir`. */
  readonly databaseUrl: string | null
  /** URL for the role that owns the tables; null if the portal's own role owns them. */
  readonly migrationUrl?: string | null
  readonly databasePrepare: boolean
  readonly dataDir: string
  /**
   * An embedded database has only one server. A server waits for a database that is down, and limits stalled
   * statements.
   */
  readonly server: boolean
  /** A worker does the same next to the server. */
  readonly worker?: boolean | undefined
  readonly poolSize: number
  readonly log: Log
  /** Once aborted, opening no longer waits for a database that is down. */
  readonly stopped?: AbortSignal | undefined
}

/** Milliseconds of silence after which a statement of a server or worker fails. Commands have no limit. */
const STALL_TIMEOUT_MS = 30_000

/**
 * Opens the database that the settings name. Leaves its schema unchanged.
 * @throws StartError with one clear line, and the reason of `stopped`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databasePrepare, log } = options
  let diskFullAt = -Infinity
  const onDiskFull = () => void (diskFullAt = performance.now())
  const { pool, owner: ownerNow, isUp, close } = await openPool({ ...options, onDiskFull })
  const kysely = new Kysely<DB>({ dialect: new PortalDialect({ pool, isBounded: staysUp(options) }) })
  const asOwner = <T>(work: OwnersWork<T>) => {
    const owner = ownerNow()
    return owner === null ? work(pool, { portalRole: null }) : workAsOwner({ pool, owner, log }, work)
  }
  const msSinceDiskFull = () => performance.now() - diskFullAt
  return { pool, kysely, prepareNamed: databasePrepare, asOwner, isUp, msSinceDiskFull, close }
}

function staysUp({ server, worker = false }: Pick<DatabaseOptions, 'server' | 'worker'>): boolean {
  return server || worker
}

/** `owner` returns how to connect now as the role that owns the tables; null if the portal's own role owns them. */
type OpenedPool = WatchedPool & { owner(): Connection | null }

async function openPool({
  databaseUrl,
  migrationUrl = null,
  ...options
}: DatabaseOptions & Pick<PoolSettings, 'onDiskFull'>): Promise<OpenedPool> {
  const { dataDir, server, log, stopped, onDiskFull } = options
  const waits = staysUp(options)
  const settings = { size: options.poolSize, log, stallTimeoutMs: waits ? STALL_TIMEOUT_MS : 0, onDiskFull }
  if (databaseUrl !== null) {
    const external = await openExternalPool(databaseUrl, { waits, settings, stopped })
    const owner = migrationUrl === null ? null : { connectionString: migrationUrl }
    return { ...external, owner: () => owner }
  }
  const embedded = await openEmbeddedPool(dataDir, { server, settings })
  try {
    await ensureRights({ pool: embedded.pool, owner: embedded.owner(), log })
    return embedded
  } catch (error) {
    await embedded.close()
    throw error
  }
}
