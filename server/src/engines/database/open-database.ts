import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'
import type { DB } from './generated/db.d.ts'
import { openEmbeddedPool } from './embedded-pool.ts'
import { openExternalPool } from './external-pool.ts'
import { ensureRights, workAsOwner, type OwnersWork } from './owner.ts'
import type { Connection, WatchedPool } from './pool.ts'
import { PortalDialect } from './portal-dialect.ts'

/** The portal's one way to its database. */
export type Database = {
  /** For SQL of our own; the same connections as `kysely`. */
  readonly pool: Pool
  readonly kysely: Kysely<DB>
  /** Whether statements have names, which PostgreSQL then plans once a connection. */
  readonly prepareNamed: boolean
  /** Does `work` as the role that owns the tables, where that is another one; afterwards ours has its rights on them. */
  asOwner<T>(work: OwnersWork<T>): Promise<T>
  /** False while the database is away; it comes back by itself. */
  isUp(): boolean
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Null for the PostgreSQL that the portal brings, below `dataDir`. */
  readonly databaseUrl: string | null
  /** Of the role that owns the tables; null where the portal's own does. */
  readonly migrationUrl?: string | null
  readonly databasePrepare: boolean
  readonly dataDir: string
  /** A server is alone on an embedded database. It waits for a database that is away, and limits stalled statements. */
  readonly server: boolean
  /** A worker does the same beside the server. */
  readonly worker?: boolean | undefined
  readonly poolSize: number
  readonly log: Log
  /** Aborted once nobody wants it any more: then nobody waits for a database that is away. */
  readonly stopped?: AbortSignal | undefined
}

/** Milliseconds of silence after which a statement of a server or worker fails. Commands have no limit. */
const STALL_TIMEOUT_MS = 30_000

/**
 * Opens the database that the settings name; its schema is as it was.
 * @throws StartError with one clear line, and the reason of `stopped`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databasePrepare, log } = options
  const { pool, owner: ownerNow, isUp, close } = await openPool(options)
  const kysely = new Kysely<DB>({ dialect: new PortalDialect({ pool, isBounded: staysUp(options) }) })
  const asOwner = <T>(work: OwnersWork<T>) => {
    const owner = ownerNow()
    return owner === null ? work(pool, { portalRole: null }) : workAsOwner({ pool, owner, log }, work)
  }
  return { pool, kysely, prepareNamed: databasePrepare, asOwner, isUp, close }
}

function staysUp({ server, worker = false }: Pick<DatabaseOptions, 'server' | 'worker'>): boolean {
  return server || worker
}

/** `owner` is how the role that owns the tables is reached at the moment; null where the portal's own does. */
type OpenedPool = WatchedPool & { owner(): Connection | null }

async function openPool({
  databaseUrl,
  migrationUrl = null,
  ...options
}: DatabaseOptions): Promise<OpenedPool> {
  const { dataDir, server, log, stopped } = options
  const waits = staysUp(options)
  const settings = { size: options.poolSize, log, stallTimeoutMs: waits ? STALL_TIMEOUT_MS : 0 }
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
