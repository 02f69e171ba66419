import { Client } from 'pg'
import { expect, inject } from 'vitest'
import type { TestPortal } from './test-portal.ts'

/**
 * Waits until so many queries of the portal's database wait for a lock. It looks by a connection of its own, past a
 * pooler: those that wait may hold all of the pooler's.
 */
export async function waitForBlocked({ pool }: Pick<TestPortal, 'pool'>, atLeast = 1): Promise<void> {
  const name = new URL(pool.options.connectionString ?? '').pathname.slice(1)
  const watcher = new Client({ connectionString: inject('cluster').adminUrl })
  await watcher.connect()
  const blocked = async () => {
    const { rowCount } = await watcher.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
      [name],
    )
    return rowCount
  }
  try {
    await expect.poll(blocked, { timeout: 60_000 }).toBeGreaterThanOrEqual(atLeast)
  } finally {
    await watcher.end()
  }
}
