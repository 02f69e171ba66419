import { expect } from 'vitest'
import { isSound, verifyDocuments } from '../../rooms/files/verify/verify.usecases.ts'
import type { OpenedWorld } from '../../world.ts'

/**
 * Expects that every acknowledged upload, by id and SHA-256, is a document, and that every document has its bytes: it
 * reads and compares them.
 */
export async function expectNothingLost(
  world: OpenedWorld,
  acknowledged: ReadonlyMap<number, string>,
): Promise<void> {
  const rows = await world.database.kysely.selectFrom('document').select(['id', 'sha256']).execute()
  const stored = new Map(rows.map((row) => [row.id, row.sha256.toString('hex')]))
  expect([...acknowledged].filter(([id, sha256]) => stored.get(id) !== sha256)).toEqual([])
  const verdict = await verifyDocuments(world)
  expect(verdict).toMatchObject({ checked: rows.length, damaged: [] })
  expect(isSound(verdict)).toBe(true)
}
