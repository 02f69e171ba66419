import { reportedWarnings } from '../../../engines/warnings/warning-board.ts'
import type { FoundWarning } from '../../../engines/warnings/warning-source.ts'

const WRITABLE = 'See whether the document store can be written to.'

/** The findings of the last check of the audit record's anchors. */
export const anchorWarnings = reportedWarnings({
  'audit-contradicted': {
    advice: 'Run `npm run -s portal -- audit --verify`, and follow what it says before anything else.',
  },
  'audit-never-anchored': { advice: WRITABLE },
  'audit-anchor-is-old': { advice: WRITABLE },
})

const DAY_MS = 86_400_000
const TOO_OLD_MS = 2 * DAY_MS

/** Warns if the newest anchor, written at that time, is missing or too old. */
export function anchorAgeWarnings(
  newest: Date | null,
  now: Date,
): FoundWarning<'audit-never-anchored' | 'audit-anchor-is-old'>[] {
  if (newest === null)
    return [{ code: 'audit-never-anchored', text: 'The audit record has no anchor: see the log.' }]
  const ageMs = now.getTime() - newest.getTime()
  if (ageMs <= TOO_OLD_MS) return []
  const days = Math.floor(ageMs / DAY_MS)
  return [
    {
      code: 'audit-anchor-is-old',
      text: `The audit record was last anchored ${days} days ago: see the log.`,
    },
  ]
}
