import type { ActorContext } from '../../access/context.ts'
import { recordAudit } from '../record.ts'
import { writeAnchor, type AnchoringWorld } from './anchor-audit.ts'
import { findContradictions } from './compare.ts'
import { readAnchors } from './stored-anchors.ts'

type ReanchorContext = AnchoringWorld & Pick<ActorContext, 'actor'>

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
