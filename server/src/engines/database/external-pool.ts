import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { StartError } from '../config/start-error.ts'
import type { Log } from '../log/log.ts'
import { createPool, type PoolSettings, type WatchedPool } from './pool.ts'
import { readServerFacts, type ServerFacts, ping } from './server-facts.repository.ts'
import { ensureSessionDefaults } from './session-defaults.ts'

/** PostgreSQL 15, as `server_version_num`. */
const MIN_VERSION = 150_000

/** Milliseconds between attempts to reach a database that is down: the first pause, and the longest. */
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 5000

type Opening = {
  /** Whether to wait for a database that is down. */
  readonly waits: boolean
  readonly settings: PoolSettings
  /** Aborted once the pool is no longer needed. */
  readonly stopped?: AbortSignal | undefined
}

/**
 * A pool on the PostgreSQL of DATABASE_URL.
 * @throws StartError for a server that the portal cannot use or that rejects us; the reason of `stopped` immediately.
 */
export async function openExternalPool(
  databaseUrl: string,
  { waits, settings, stopped }: Opening,
): Promise<WatchedPool> {
  const pool = createPool({ connectionString: databaseUrl }, settings)
  const watched = watch(pool, settings.log)
  try {
    await unlessStopped(stopped, async () => {
      const where = placeOf(databaseUrl)
      refuseUnusable(await readServer(pool, { where, waits, log: settings.log, stopped }))
      await ensureSessionDefaults(pool, { where, log: settings.log })
    })
  } catch (error) {
    watched.stop()
    const ended = pool.end()
    // A connection attempt to a silent database ends only after seconds, so do not wait for it once stopped.
    if (!stopped?.aborted) await ended
    throw error
  }
  return {
    pool,
    isUp: watched.isUp,
    async close() {
      watched.stop()
      await pool.end()
    },
  }
}

/** Runs `work`, but stops waiting for it once `stopped` is aborted. @throws the reason of `stopped`. */
async function unlessStopped(stopped: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
  if (!stopped) return work()
  stopped.throwIfAborted()
  const { promise: stop, reject } = Promise.withResolvers<never>()
  const onStop = () => reject(stopped.reason)
  stopped.addEventListener('abort', onStop, { once: true })
  try {
    await Promise.race([work(), stop])
  } finally {
    stopped.removeEventListener('abort', onStop)
  }
}

type Waiting = {
  readonly where: string
  readonly waits: boolean
  readonly log: Log
  readonly stopped: AbortSignal | undefined
}

async function readServer(pool: Pool, { where, waits, log, stopped }: Waiting): Promise<ServerFacts> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await readServerFacts(pool)
    } catch (error) {
      stopped?.throwIfAborted()
      const reason = error instanceof Error ? error.message || codeOf(error) : String(error)
      if (!waits || isRefusal(error)) {
        throw new StartError(`DATABASE_URL names ${where}, which cannot be used: ${reason}.`, {
          cause: error,
        })
      }
      log.warn({ where, reason }, 'The database cannot be reached yet; the start waits for it.')
      await sleep(pause, undefined, { signal: stopped })
    }
  }
}

/** How a pooler words it; its single error code covers all failures. */
const POOLERS_REFUSAL = /^no such (database|user)\b|\b(database|role) ".*" does not exist/

/** Failures that a retry cannot fix: a wrong name or password, a missing database, no right to connect, no TLS. */
function isRefusal(error: unknown): boolean {
  if (/^(28|3D|42)/.test(codeOf(error))) return true
  return (
    error instanceof Error && (/\b(SASL|SSL)\b/.test(error.message) || POOLERS_REFUSAL.test(error.message))
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Returns host, port and database; never the password. */
function placeOf(databaseUrl: string): string {
  const { host, port, database } = new Client({ connectionString: databaseUrl })
  return `${host}:${port}/${database ?? ''}`
}

/** @throws StartError for a server that lacks what the portal needs. */
export function refuseUnusable({ version, number, encoding, ...has }: ServerFacts): void {
  const name = `DATABASE_URL names PostgreSQL ${version}`
  if (number < MIN_VERSION) throw new StartError(`${name}, but the portal needs 15 or newer.`)
  if (encoding !== 'UTF8') {
    throw new StartError(`${name} with a database in ${encoding}, but the portal needs one in UTF8.`)
  }
  if (!has.has_icu) throw new StartError(`${name} without ICU collations, which the portal sorts names by.`)
  if (!has.has_trigrams) {
    throw new StartError(
      `${name} without the extension pg_trgm, which the portal searches by. Install it there.`,
    )
  }
}

/** After each lost connection, checks whether the database is down, and until when. */
function watch(pool: Pool, log: Log): { isUp: () => boolean; stop: () => void } {
  const stopping = new AbortController()
  let isUp = true
  let isLooking = false

  async function look(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        await ping(pool)
        if (!isUp) log.info({}, 'The database is back.')
        isUp = true
        return
      } catch (error) {
        if (isUp && !stopping.signal.aborted) log.error({ err: error }, 'The database is away.')
        isUp = false
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const lookOnce = () => {
    if (isLooking || stopping.signal.aborted) return
    isLooking = true
    void look().finally(() => (isLooking = false))
  }
  pool.on('connect', (client) => client.on('error', lookOnce))
  return { isUp: () => isUp, stop: () => stopping.abort() }
}
