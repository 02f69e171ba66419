/** Milliseconds that a registration waits for its confirmation, and that its links live, from its own moment on. */
export const CONFIRM_LIFETIME_MS = 24 * 3_600_000

/** Registrations that were asked for at this moment or before are dead at `now`. */
export function pendingSince(now: Date): Date {
  return new Date(now.getTime() - CONFIRM_LIFETIME_MS)
}
