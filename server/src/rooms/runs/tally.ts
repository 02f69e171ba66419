import { sentenceOf } from '@portal/contract/error.ts'
import type { Tally } from '../../records/runs/runs.repository.ts'
import type { Judgment } from './judgment.ts'

/** Counts judgments, the refused ones by the code of their reason. */
export function tallyOf(judgments: Iterable<Judgment>): Tally {
  const counts = { changed: 0, unchanged: 0, refused: 0 }
  const reasons: Record<string, { sentence: string; count: number }> = {}
  for (const judgment of judgments) {
    counts[judgment.kind] += 1
    if (judgment.kind !== 'refused') continue
    const { refusal } = judgment
    const reason = (reasons[refusal.code] ??= {
      sentence: sentenceOf(refusal, refusal.values ?? {}),
      count: 0,
    })
    reason.count += 1
  }
  return { ...counts, reasons }
}

/** The counts of both. */
export function addTallies(one: Tally, other: Tally): Tally {
  const reasons = { ...one.reasons }
  for (const [code, { sentence, count }] of Object.entries(other.reasons)) {
    reasons[code] = { sentence, count: count + (reasons[code]?.count ?? 0) }
  }
  return {
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    refused: one.refused + other.refused,
    reasons,
  }
}
