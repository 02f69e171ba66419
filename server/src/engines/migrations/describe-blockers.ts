import type { Blocker } from './blockers.repository.ts'

/** In words: 'process 4711 (psql, idle in transaction, for 320 s)'. Never what it runs, which may hold content. */
export function describeBlockers(blockers: readonly Blocker[]): string {
  if (blockers.length === 0) return 'another connection'
  return blockers
    .map(({ pid, program, state, seconds }) => {
      const known = [program, state, seconds === null ? null : `for ${seconds} s`].filter(Boolean)
      return known.length === 0 ? `process ${pid}` : `process ${pid} (${known.join(', ')})`
    })
    .join(' and ')
}
