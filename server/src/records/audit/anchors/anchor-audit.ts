import type { Engines } from '../../../engines/engines.ts'
import { anchorAgeWarnings, anchorWarnings } from './anchor.warnings.ts'
import { dayOfAnchor, newAnchorName, sha256Of, textOfAnchor } from './anchor.ts'
import { readEnds } from './anchored.repository.ts'
import { findContradictions, describeContradictions } from './compare.ts'
import { linkToNewest, readNewestAnchor } from './stored-anchors.ts'

export type AnchoringWorld = Pick<Engines, 'database' | 'storage' | 'clock' | 'log' | 'warnings'>

const CONTRADICTED = 'audit-contradicted'

/**
 * Writes today's anchor of the audit record into the store of the documents, where no server has yet, and looks whether the
 * record still is what the newest one tells: where it is not, none is written until somebody has said why, for the next look
 * would find the new one to be true. Days are those of UTC, by the database's clock. Two servers at once may write two,
 * which does no harm.
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

/** Writes an anchor of what the audit record is now; the log has it too, for whoever collects that elsewhere. */
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
