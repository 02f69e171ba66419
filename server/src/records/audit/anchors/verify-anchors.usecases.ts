import type { Engines } from '../../../engines/engines.ts'
import { dayOfAnchor, type Anchor } from './anchor.ts'
import { findOldest, listDaysAtWork } from './anchored.repository.ts'
import { findContradictions, describeContradictions } from './compare.ts'
import { readAnchors } from './stored-anchors.ts'

export type AnchorVerdict = {
  /** The number of anchors. */
  readonly anchors: number
  /** Evidence that the audit record or an anchor was changed or removed. */
  readonly problems: readonly string[]
  /** Findings that prove no change, but leave something unverified. */
  readonly warnings: readonly string[]
}

type Verified = Pick<Engines, 'database' | 'storage' | 'clock'>

const DAY_MS = 86_400_000
/** How many days are listed individually. */
const NAMED_DAYS = 5

/** Compares the audit record with every valid anchor in the document store. */
export async function verifyAnchors({ database, storage, clock }: Verified): Promise<AnchorVerdict> {
  const db = database.kysely
  const { anchors, problems } = await readAnchors(storage.anchors)
  const contradictions = await findContradictions(db, anchors)
  const first = anchors[0]
  const warnings = first
    ? daysWithout(anchors, await listDaysAtWork(db, first.at), clock.now())
    : neverAnchored(await findOldest(db), clock.now())
  return {
    anchors: anchors.length,
    problems: [...describeContradictions(contradictions), ...problems],
    warnings,
  }
}

/** Today is not over, and tomorrow's anchor will also cover it. */
function daysWithout(anchors: readonly Anchor[], days: readonly string[], now: Date): string[] {
  const anchored = new Set(anchors.map(({ name }) => dayOfAnchor(name)))
  const today = now.toISOString().slice(0, 10)
  const missing = days.filter((day) => day < today && !anchored.has(day))
  if (missing.length === 0) return []
  const named = missing.slice(0, NAMED_DAYS).join(', ')
  const more = missing.length > NAMED_DAYS ? ` and ${missing.length - NAMED_DAYS} days more` : ''
  return [`The portal ran, but the audit record was not anchored on ${named}${more}.`]
}

function neverAnchored(oldest: Date | null, now: Date): string[] {
  if (oldest === null || now.getTime() - oldest.getTime() < DAY_MS) return []
  return ['The audit record has no anchor: a running server writes one within an hour, and then every day.']
}
