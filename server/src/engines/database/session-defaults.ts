import type { Pool } from 'pg'
import { StartError } from '../config/start-error.ts'
import type { Log } from '../log/log.ts'
import {
  readSessionDefaults,
  setSessionDefaults,
  type SessionDefaults,
} from './session-defaults.repository.ts'

/**
 * Sees to it that statements outside of transactions run as READ COMMITTED and may write, whatever the database or its
 * administrator have as the default: what counts attempts under a lock must see what others counted before it. The
 * portal's role gets these two as its own defaults on this database, where they differ.
 * @throws StartError where that does not reach the portal's connections.
 */
export async function ensureSessionDefaults(
  pool: Pool,
  { where, log }: { where: string; log: Log },
): Promise<void> {
  if (areRight(await readSessionDefaults(pool))) return
  const client = await pool.connect()
  try {
    await setSessionDefaults(client)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`${unfit(where)} They could not be changed: ${reason}.`, { cause: error })
  } finally {
    // Its session has the old ones for ever.
    client.release(true)
  }
  log.warn(
    { where },
    'The role of the portal begins its statements as READ COMMITTED and may write, from now on.',
  )
  if (areRight(await readSessionDefaults(pool))) return
  throw new StartError(
    `${unfit(where)} Let the pooler connect anew (RECONNECT in pgbouncer), and name neither in DATABASE_URL.`,
  )
}

function areRight({ isolation, is_read_only }: SessionDefaults): boolean {
  return isolation === 'read committed' && !is_read_only
}

function unfit(where: string): string {
  return `DATABASE_URL names ${where}, where default_transaction_isolation is not 'read committed' or default_transaction_read_only is on.`
}
