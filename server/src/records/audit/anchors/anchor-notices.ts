import type { Clock } from '../../../engines/clock/clock.ts'

/** What the last look at the anchors of the audit record found. */
export type AnchorNotices = {
  /** Null before the first look. */
  lookedAt: Date | null
  newest: Date | null
  /** A sentence where the audit record is not what the newest anchor tells. */
  contradiction: string | null
}

const DAY_MS = 86_400_000
const TOO_OLD_MS = 2 * DAY_MS

export function createAnchorNotices(): AnchorNotices {
  return { lookedAt: null, newest: null, contradiction: null }
}

/** The same as sentences. */
export function warningsOfAnchors(
  { lookedAt, newest, contradiction }: AnchorNotices,
  clock: Clock,
): string[] {
  if (lookedAt === null) return []
  // Until somebody has said why, none is written.
  if (contradiction !== null) return [`${contradiction} See portal audit --verify.`]
  const age = newest === null ? null : clock.now().getTime() - newest.getTime()
  if (age === null) return ['The audit record has no anchor: see the log.']
  if (age <= TOO_OLD_MS) return []
  return [`The audit record was last anchored ${Math.floor(age / DAY_MS)} days ago: see the log.`]
}
