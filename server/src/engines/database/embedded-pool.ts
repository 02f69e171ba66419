import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded, type EmbeddedDatabase } from './embedded/launch.ts'
import { createPool, type Connection, type PoolSettings, type WatchedPool } from './pool.ts'

/** Milliseconds between attempts to restart the database: the first pause, and the longest. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000

export type OwnedPool = WatchedPool & {
  /** How to connect to the same database now as the role that owns the tables. */
  owner(): Connection
}

/**
 * The embedded database and a pool on it. If PostgreSQL dies, it restarts, and the same pool continues, on another port
 * where it listens on one.
 * @throws StartError with one line for the person who starts the portal.
 */
export async function openEmbeddedPool(
  dataDir: string,
  { server, settings }: { server: boolean; settings: PoolSettings },
): Promise<OwnedPool> {
  const { log } = settings
  const closing = new AbortController()
  const open = () => openEmbedded(dataDir, { server, log })
  let embedded = await open()
  let reopening: Promise<void> | null = null
  const pool = createPool(embedded.config, settings)

  async function reopen(): Promise<void> {
    log.warn({ dataDir }, 'The database is gone and is started again.')
    for (let pause = FIRST_PAUSE_MS; !closing.signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        embedded = await open()
        Object.assign(pool.options, embedded.config)
        log.info({ dataDir }, 'The database is back.')
        return
      } catch (error) {
        log.error({ err: error }, 'The database could not be started and will be tried again.')
      }
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  function watch({ keeper }: EmbeddedDatabase): void {
    const onEnd = () => {
      if (closing.signal.aborted) return
      reopening = reopen().finally(() => {
        reopening = null
        if (!closing.signal.aborted) watch(embedded)
      })
    }
    // It may have ended before we listened.
    if (keeper.connection.stream.destroyed) onEnd()
    else keeper.once('end', onEnd)
  }

  watch(embedded)
  return {
    pool,
    owner: () => embedded.owner,
    isUp: () => reopening === null,
    async close() {
      closing.abort()
      await pool.end()
      await reopening
      await embedded.close()
    },
  }
}
