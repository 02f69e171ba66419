import { sentenceOf } from '@portal/contract/error.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import type { Reasons, Tally } from '../../records/runs/runs.repository.ts'
import type { Judgment } from './judgment.ts'

/** Reasons that a run or preview names: the most frequent ones. */
const MAX_REASONS = 50

/** The sentence of a refusal, with its values. */
export function reasonOf(refusal: Refusal): string {
  return sentenceOf(refusal, refusal.values ?? {})
}

/** Counts judgments, the refused ones by the sentence of their reason. */
export function tallyOf(judgments: Iterable<Judgment>): Tally {
  const counts = { changed: 0, unchanged: 0, refused: 0 }
  const reasons: Record<string, { code: string; count: number }> = {}
  for (const judgment of judgments) {
    counts[judgment.kind] += 1
    if (judgment.kind !== 'refused') continue
    const { refusal } = judgment
    const reason = (reasons[reasonOf(refusal)] ??= { code: refusal.code, count: 0 })
    reason.count += 1
  }
  return { ...counts, reasons }
}

/** The reasons as a person reads them, the most frequent first. */
export function listReasons(reasons: Reasons): { code: string; sentence: string; count: number }[] {
  return Object.entries(reasons)
    .map(([sentence, { code, count }]) => ({ code, sentence, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MAX_REASONS)
}

/** The counts of both. */
export function addTallies(one: Tally, other: Tally): Tally {
  const reasons = { ...one.reasons }
  for (const [sentence, { code, count }] of Object.entries(other.reasons)) {
    reasons[sentence] = { code, count: count + (reasons[sentence]?.count ?? 0) }
  }
  return {
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    refused: one.refused + other.refused,
    reasons,
  }
}
