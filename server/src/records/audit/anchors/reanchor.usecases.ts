import type { ActorContext } from '../../access/context.ts'
import { recordAudit } from '../record.ts'
import { writeAnchor, type AnchoringWorld } from './anchor-audit.ts'
import { findContradictions } from './compare.ts'
import { readAnchors } from './stored-anchors.ts'

type ReanchorContext = AnchoringWorld & Pick<ActorContext, 'actor'>

/**
 * Puts aside the anchors that tell of what an older database, put back, does not have, and writes a new one. Leaves an
 * audit record of which they are; they stay in the store.
 * @returns their names.
 */
export async function reanchor(context: ReanchorContext): Promise<readonly string[]> {
  const { database, storage } = context
  const { anchors } = await readAnchors(storage.anchors)
  const found = await findContradictions(database.kysely, anchors)
  const names = found.map(({ anchor }) => anchor.name)
  if (names.length === 0) return names
  await database.kysely.transaction().execute((transaction) =>
    recordAudit(transaction, context, {
      action: 'audit.reanchored',
      subject: { kind: 'portal', id: 'audit' },
      after: { aside: found.map(({ anchor: { name, sha256 } }) => ({ name, sha256 })) },
    }),
  )
  for (const name of names) await storage.anchors.setAside(name)
  await writeAnchor(context)
  return names
}
