import type { TestPortal } from './test-portal.ts'

/**
 * Moves a portal's clock on by so many milliseconds, and its jobs with it: they go by the database's clock, which no test
 * can move, so what they wait for comes nearer.
 */
export async function letTimePass({ clock, pool }: Pick<TestPortal, 'clock' | 'pool'>, ms: number) {
  clock.advance(ms)
  await pool.query(
    `UPDATE job SET run_at = run_at - $1 * interval '1 millisecond',
       leased_until = leased_until - $1 * interval '1 millisecond'`,
    [ms],
  )
}
