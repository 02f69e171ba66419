import { expect } from 'vitest'
import type { TestPortal } from './test-portal.ts'

/** Waits until so many queries of the portal's database wait for a lock. */
export async function waitForBlocked({ pool }: Pick<TestPortal, 'pool'>, atLeast = 1): Promise<void> {
  const blocked = async () => {
    const { rowCount } = await pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    return rowCount
  }
  await expect.poll(blocked, { timeout: 10_000 }).toBeGreaterThanOrEqual(atLeast)
}
