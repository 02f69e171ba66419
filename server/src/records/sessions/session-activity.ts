import type { PersonContext } from '../access/context.ts'
import { touchSessionById } from './session.repository.ts'

/** Milliseconds: often enough for the shortest idle limit, five minutes. */
const TOUCH_INTERVAL_MS = 60_000

/**
 * Counts what arrives of a long request as activity of its session, which would be over by its idle limit meanwhile, also
 * for the person's other calls. Returns what to call with all bytes; it writes once a minute at most, and never fails.
 */
export function createSessionActivity({
  database,
  clock,
  log,
  actor,
}: PersonContext): () => Promise<void> | undefined {
  let touchedAt = clock.now().getTime()
  const touch = async (now: Date) => {
    try {
      await touchSessionById(database.kysely, actor.session.id, now)
    } catch (error) {
      log.warn({ err: error }, 'The activity of a session could not be written.')
    }
  }
  return () => {
    const now = clock.now()
    if (now.getTime() - touchedAt < TOUCH_INTERVAL_MS) return undefined
    touchedAt = now.getTime()
    return touch(now)
  }
}
