import { expect } from 'vitest'
import { countsCheck } from '../records/documents/counts/counts.check.ts'
import { AUDIT_AS_TOLD } from './audit-as-told.ts'
import { isSound, verifyDocuments } from '../rooms/files/verify/verify.usecases.ts'
import { aDayLater, storedObjects } from './stored-objects.ts'
import type { TestPortal } from './test-portal.ts'

/** Documents whose audit records do not explain their state, and links that must not exist. */
const BREACHES = `
  WITH told AS (
    SELECT document_id AS id,
      count(*) FILTER (WHERE what = 'uploaded') AS uploaded,
      count(*) FILTER (WHERE what = 'moved to the recycle bin') AS binned,
      count(*) FILTER (WHERE what = 'restored') AS restored,
      count(*) FILTER (WHERE what = 'permanently deleted') AS deleted,
      count(*) FILTER (WHERE what = 'owner linked') - count(*) FILTER (WHERE what = 'owner unlinked') AS owners
    FROM ${AUDIT_AS_TOLD} WHERE document_id IS NOT NULL GROUP BY document_id
  )
  SELECT 'the records of ' || coalesce(t.id, d.id) || ' do not tell what it is' AS breach
  FROM told AS t FULL JOIN document AS d ON d.id = t.id
  WHERE uploaded IS DISTINCT FROM 1
    OR deleted IS DISTINCT FROM CASE WHEN d.id IS NULL THEN 1 ELSE 0 END
    OR binned - restored - deleted IS DISTINCT FROM CASE WHEN d.deleted_at IS NULL THEN 0 ELSE 1 END
    OR (d.id IS NOT NULL AND owners <> (SELECT count(*) FROM document_owner AS o WHERE o.document_id = d.id))
  UNION ALL
  SELECT 'the owner ' || party_number || ' of ' || document_id || ' is not of its county'
  FROM document_owner AS o
  WHERE county_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM county_organization AS c WHERE c.county_id = o.county_id AND c.party_number = o.party_number)`

/** Wrong facts about stored bytes in the database, once no work is running. */
const UNTRUE = `
  SELECT coalesce(key, storage_key) || ' is ' || coalesce(state, 'not known') AS breach
  FROM stored_object AS o FULL JOIN document AS d ON d.storage_key = o.key
  WHERE CASE WHEN d.id IS NULL THEN o.state IN ('kept', 'staged')
    ELSE o.state IS DISTINCT FROM 'kept' OR o.byte_size <> d.byte_size OR o.sha256 <> d.sha256 END`

/**
 * What holds for a portal at rest, whatever has happened: every document has its bytes, all bytes have a document or
 * wait for their removal, every change has one audit record, owners are of the county, all counts are right, and no
 * work is running.
 */
export async function expectInvariants({ world, pool }: Pick<TestPortal, 'world' | 'pool'>): Promise<void> {
  const verdict = await verifyDocuments(aDayLater(world))
  expect(isSound(verdict), `${JSON.stringify(verdict)} is sound`).toBe(true)
  expect((await storedObjects(world.storage)).staged).toEqual([])
  expect((await pool.query(BREACHES)).rows).toEqual([])
  expect((await pool.query(UNTRUE)).rows).toEqual([])
  expect(await countsCheck.find(world.database)).toEqual([])
  const own = world.database.pool
  expect([own.waitingCount, own.totalCount - own.idleCount]).toEqual([0, 0])
}
