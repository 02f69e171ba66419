import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Anchor, AnchoredEnd } from './anchor.ts'
import { findOldest, readHashes } from './anchored.repository.ts'

/** An anchor that names a record that is missing or has changed. */
export type Contradiction = {
  readonly anchor: Anchor
  /** Null if the anchor says that there were no records, but older records exist. */
  readonly end: AnchoredEnd | null
  readonly isMissing: boolean
}

/** How long before an anchor a record may have been started that became visible only after it. */
const UNSEEN_MS = 3_600_000

/** The anchors that no longer match the audit record, in the order of the anchors. */
export async function findContradictions(
  db: Kysely<DB>,
  anchors: readonly Anchor[],
): Promise<Contradiction[]> {
  // Idle chains end in the same record day after day.
  const ends = new Map(anchors.flatMap((anchor) => anchor.ends).map((end) => [keyOf(end), end]))
  const hashes = await readHashes(db, [...ends.values()])
  const oldest = anchors.some(isEmpty) ? await findOldest(db) : null
  return anchors.flatMap((anchor): Contradiction[] => {
    if (isEmpty(anchor))
      return oldest && anchor.at.getTime() - oldest.getTime() > UNSEEN_MS
        ? [{ anchor, end: null, isMissing: false }]
        : []
    const end = anchor.ends.find((each) => hashes.get(keyOf(each)) !== each.hash)
    return end ? [{ anchor, end, isMissing: !hashes.has(keyOf(end)) }] : []
  })
}

function isEmpty({ ends }: Anchor): boolean {
  return ends.length === 0
}

function keyOf({ chain, sequence }: AnchoredEnd): string {
  return `${chain} ${sequence}`
}

/** Describes the first contradiction in a sentence, and says what to do. */
export function describeContradictions(found: readonly Contradiction[]): string[] {
  const [first] = found
  if (!first) return []
  const { anchor, end } = first
  const more = found.length > 1 ? `, nor on ${found.length - 1} anchors after it` : ''
  return [
    `The audit record is not what it was on ${momentOf(anchor.at)}${more}: ${end ? describeEnd(end, first) : 'its anchor tells that it was empty then, but it has older records'}.`,
    'Where an older database was put back, that is why: `portal audit reanchor` goes on from there. If none was, somebody has changed the audit record: keep this database as it is, and compare it with a backup.',
  ]
}

function describeEnd({ chain, sequence }: AnchoredEnd, { isMissing }: Contradiction): string {
  return `record ${sequence} of chain ${chain} ${isMissing ? 'is missing' : 'was changed, or one before it'}`
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
