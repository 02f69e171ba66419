import type { Engines } from '../../../engines/engines.ts'

/** Parallel, because a network store needs time for each file. */
const AT_ONCE = 8

/**
 * Removes the files with these keys; a failure does not stop the others.
 * @returns the keys of the removed files.
 */
export async function removeAll(
  { log }: Pick<Engines, 'log'>,
  keys: readonly string[],
  remove: (key: string) => Promise<void>,
): Promise<string[]> {
  const removed: string[] = []
  const failures: unknown[] = []
  const waiting = keys.values()
  const removeNext = async () => {
    for (const key of waiting) {
      await remove(key).then(
        () => removed.push(key),
        (error: unknown) => failures.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, removeNext))
  if (failures.length > 0) {
    log.warn({ err: failures[0], files: failures.length }, 'Stored files cannot be removed now: tried again.')
  }
  return removed
}
