import { setTimeout as sleep } from 'node:timers/promises'
import { readBlockers, type Blocker } from './blockers.repository.ts'
import type { SchemaChange } from './schema-change.ts'

const LOOK_MS = 1000

/** A statement without a timeout, such as an index build, reports its blockers once per this many checks. */
const LOOKS_A_LINE = 20

/**
 * Polls the blockers of the statement that begins with `marker`, because they can no longer be found after it times
 * out. A failed poll is ignored.
 */
export function watchBlockers(
  { pool, patience, report }: SchemaChange,
  { marker, subject }: { readonly marker: string; subject(): string },
): { seen(): readonly Blocker[]; stop(): Promise<void> } {
  const stopping = new AbortController()
  let seen: readonly Blocker[] = []
  const every = Math.min(LOOK_MS, patience.lockTimeoutMs / 3)

  async function look(): Promise<void> {
    for (let held = 0; ;) {
      await sleep(every, undefined, { signal: stopping.signal })
      const blockers = await readBlockers(pool, marker).catch(() => [])
      held = blockers.length > 0 ? held + 1 : 0
      if (blockers.length > 0) seen = blockers
      if (held > 0 && held % LOOKS_A_LINE === 0)
        report(`${subject()} waits for ${describeBlockers(blockers)} …`)
    }
  }

  const looking = look().catch(() => {})
  return {
    seen: () => seen,
    async stop() {
      stopping.abort()
      await looking
    },
  }
}

/**
 * Returns text such as 'process 4711 (psql, idle in transaction, for 320 s)'. Omits the running SQL, which may contain
 * content.
 */
export function describeBlockers(blockers: readonly Blocker[]): string {
  if (blockers.length === 0) return 'another connection'
  return blockers
    .map(({ pid, program, state, seconds }) => {
      const known = [program, state, seconds === null ? null : `for ${seconds} s`].filter(Boolean)
      return known.length === 0 ? `process ${pid}` : `process ${pid} (${known.join(', ')})`
    })
    .join(' and ')
}
