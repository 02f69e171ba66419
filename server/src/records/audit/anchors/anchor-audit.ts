import type { Engines } from '../../../engines/engines.ts'
import { anchorAgeWarnings, anchorWarnings } from './anchor.warnings.ts'
import { dayOfAnchor, newAnchorName, sha256Of, textOfAnchor } from './anchor.ts'
import { readEnds } from './anchored.repository.ts'
import { findContradictions, describeContradictions } from './compare.ts'
import { linkToNewest, readNewestAnchor } from './stored-anchors.ts'

export type AnchoringWorld = Pick<Engines, 'database' | 'storage' | 'clock' | 'log' | 'warnings'>

const CONTRADICTED = 'audit-contradicted'

/**
 * Writes today's anchor of the audit record into the document store, unless another server has already done so. First
 * it checks the audit record against the newest anchor. If they differ, it writes no anchor until a person has
 * explained why, because the next check would accept the new anchor as true. Days are UTC, by the database's clock. Two
 * servers at the same time may write two anchors, which does no harm.
 */
export async function anchorAudit(world: AnchoringWorld): Promise<void> {
  const { database, storage, clock, log, warnings } = world
  const today = clock.now().toISOString().slice(0, 10)
  const newest = await readNewestAnchor(storage.anchors, today)
  const [contradiction] = newest
    ? describeContradictions(await findContradictions(database.kysely, [newest]))
    : []
  if (contradiction !== undefined) {
    if (!warnings.has(anchorWarnings, CONTRADICTED)) log.error({}, contradiction)
    const text = `${contradiction} See portal audit --verify.`
    return warnings.report(anchorWarnings, () => [{ code: CONTRADICTED, text }])
  }
  warnings.report(anchorWarnings, (now) => anchorAgeWarnings(newest?.at ?? null, now))
  if (newest && dayOfAnchor(newest.name) === today) return
  await writeAnchor(world)
}

/** Writes an anchor of the current audit record. The log also has it, for systems that collect logs elsewhere. */
export async function writeAnchor(world: AnchoringWorld): Promise<string> {
  const { database, storage, clock, log, warnings } = world
  const at = clock.now()
  const name = newAnchorName(at)
  const ends = await readEnds(database.kysely)
  const text = textOfAnchor({ at, ends, before: await linkToNewest(storage.anchors) })
  await storage.anchors.write(name, text)
  warnings.report(anchorWarnings, (now) => anchorAgeWarnings(at, now))
  log.info({ anchor: name, sha256: sha256Of(text), ends }, 'The audit record was anchored.')
  return name
}
