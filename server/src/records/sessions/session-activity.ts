import type { PersonContext } from '../access/context.ts'
import { touchSessionById } from './session.repository.ts'

/** In milliseconds: often enough for the shortest idle limit, five minutes. */
const TOUCH_INTERVAL_MS = 60_000

/**
 * Counts the incoming bytes of a long request as activity of its session. Otherwise the session would reach its idle
 * limit, also for the person's other calls. A token has no such limit. Returns a function to call with all bytes. It writes at most once a minute,
 * and never fails.
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
    if (actor.token) return undefined
    const now = clock.now()
    if (now.getTime() - touchedAt < TOUCH_INTERVAL_MS) return undefined
    touchedAt = now.getTime()
    return touch(now)
  }
}
