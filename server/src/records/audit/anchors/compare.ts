import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Anchor, AnchoredEnd } from './anchor.ts'
import { readHashes } from './anchored.repository.ts'

/** An anchor that tells of a record which is not there, or is another. */
export type Contradiction = {
  readonly anchor: Anchor
  readonly end: AnchoredEnd
  readonly isMissing: boolean
}

/** Those anchors that the audit record does not fit any more, in the order of the anchors. */
export async function findContradictions(
  db: Kysely<DB>,
  anchors: readonly Anchor[],
): Promise<Contradiction[]> {
  // Chains that rest end in the same record day after day.
  const ends = new Map(anchors.flatMap((anchor) => anchor.ends).map((end) => [keyOf(end), end]))
  const hashes = await readHashes(db, [...ends.values()])
  return anchors.flatMap((anchor) => {
    const end = anchor.ends.find((each) => hashes.get(keyOf(each)) !== each.hash)
    return end ? [{ anchor, end, isMissing: !hashes.has(keyOf(end)) }] : []
  })
}

function keyOf({ chain, sequence }: AnchoredEnd): string {
  return `${chain} ${sequence}`
}

/** The first of them in a sentence, and what to do. */
export function tellContradictions(found: readonly Contradiction[]): string[] {
  const [first] = found
  if (!first) return []
  const { anchor, end, isMissing } = first
  const more = found.length > 1 ? `, nor on ${found.length - 1} anchors after it` : ''
  return [
    `The audit record is not what it was on ${momentOf(anchor.at)}${more}: record ${end.sequence} of chain ${end.chain} ${isMissing ? 'is missing' : 'was changed, or one before it'}.`,
    'Where an older database was put back, that is why: `portal audit reanchor` goes on from there. If none was, somebody has changed the audit record: keep this database as it is, and compare it with a backup.',
  ]
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
