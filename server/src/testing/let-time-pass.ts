import type { TestPortal } from './test-portal.ts'

/**
 * Advances a portal's clock by this many milliseconds. Jobs use the database's clock, which no test can move, so their
 * due times move closer instead.
 */
export async function letTimePass({ clock, pool }: Pick<TestPortal, 'clock' | 'pool'>, ms: number) {
  clock.advance(ms)
  await pool.query(
    `UPDATE job SET run_at = run_at - $1 * interval '1 millisecond',
       leased_until = leased_until - $1 * interval '1 millisecond'`,
    [ms],
  )
}
