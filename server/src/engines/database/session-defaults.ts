import type { Pool } from 'pg'
import { StartError } from '../config/start-error.ts'
import type { Log } from '../log/log.ts'
import {
  readSessionDefaults,
  setSessionDefaults,
  type SessionDefaults,
} from './session-defaults.repository.ts'

/**
 * Ensures that statements outside of transactions run as READ COMMITTED and may write, whatever the defaults of the
 * database or its administrator are. Code that counts attempts under a lock must see what other sessions counted
 * before. Where the defaults differ, it sets these two as defaults of the portal's role on this database.
 * @throws StartError if the new defaults do not reach the portal's connections.
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
    // This session keeps the old defaults.
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
