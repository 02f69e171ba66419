import type { ActorContext } from '../../access/context.ts'
import { recordAudit } from '../record.ts'
import { writeAnchor, type AnchoringWorld } from './anchor-audit.ts'
import { findContradictions, type Contradiction } from './compare.ts'
import { readAnchors } from './stored-anchors.ts'

type ReanchorContext = AnchoringWorld & Pick<ActorContext, 'actor'>
type AnchorsContext = Pick<ReanchorContext, 'database' | 'storage' | 'clock' | 'actor'>

/**
 * Sets aside the anchors that name records missing from a restored older database, and writes a new anchor. Adds an
 * audit record with their names. The anchors remain in the store.
 * @returns their names.
 */
export async function reanchor(context: ReanchorContext): Promise<readonly string[]> {
  const { database, storage } = context
  const { anchors } = await readAnchors(storage.anchors)
  const found = await findContradictions(database.kysely, anchors)
  const names = found.map(({ anchor }) => anchor.name)
  if (names.length === 0) return names
  await setAside(context, found)
  await writeAnchor(context)
  return names
}

/**
 * Sets aside the anchors that a restore found in the store, written while the portal was empty. They contradict the
 * older records that the restore has added. Anchors that name records stay: they may prove that the restored records
 * are older, and a person decides on them.
 * @returns their names.
 */
export async function setAsideEmptyAnchors(context: AnchorsContext): Promise<readonly string[]> {
  const { anchors } = await readAnchors(context.storage.anchors)
  const empty = anchors.filter(({ ends }) => ends.length === 0)
  const found = await findContradictions(context.database.kysely, empty)
  if (found.length > 0) await setAside(context, found)
  return found.map(({ anchor }) => anchor.name)
}

async function setAside(context: AnchorsContext, found: readonly Contradiction[]): Promise<void> {
  const { database, storage } = context
  await database.kysely.transaction().execute((transaction) =>
    recordAudit(transaction, context, {
      action: 'audit.reanchored',
      subject: { kind: 'portal', id: 'audit' },
      after: { aside: found.map(({ anchor: { name, sha256 } }) => ({ name, sha256 })) },
    }),
  )
  for (const { anchor } of found) await storage.anchors.setAside(anchor.name)
}
