import { dismissNamedOwner, getOwners, type NamedOwner } from '@portal/contract/edit/edit-links.ts'
import { getMetadata, patchStatus } from '@portal/contract/edit/edit.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { getDocumentFacts, type DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { uploadDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tusCalls } from '../../testing/tus-calls.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const { pdf } = SAMPLE_FILES
const PERMIAN = { partyNumber: 100, OrganizationName: 'Permian Compression LLC', CADName: 'PERMIAN' }

let portal: TestPortal<typeof TWO_COUNTIES>
let both: TestPerson

beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, now: '2026-04-15T15:00:00.000Z' })
  const { loving, winkler } = portal.counties
  both = await portal.addPerson({ email: 'both@loving.example', countyIds: [loving, winkler] })
  await portal.pool.query(
    `INSERT INTO organization VALUES (100, 'Permian Compression LLC'), (200, 'Caprock Minerals LP'), (300, 'Nowhere LP')`,
  )
  await portal.pool.query(
    `INSERT INTO county_organization VALUES ($1, 100, 'PERMIAN'), ($2, 200, 'CAPROCK')`,
    [loving, winkler],
  )
})
afterAll(() => portal.close())

type Named = { readonly number: number; readonly countyId?: number }

/** Both calls that upload a document. Each returns its response and, if stored, its id. */
const WAYS = {
  'of one form': async (person: TestPerson, { number, countyId }: Named) => {
    const answer = await uploadDocument(portal, person, {
      fileName: 'r.pdf',
      bytes: pdf,
      categoryId: 1,
      typeId: 1,
      namedOwnerNbr: number,
      ...(countyId !== undefined && { countyId }),
    })
    return { answer, id: answer.json<{ file?: { FileID: number } }>().file?.FileID ?? 0 }
  },
  'that can go on': async (person: TestPerson, { number, countyId }: Named) => {
    const values = {
      namedOwnerNbr: String(number),
      ...(countyId !== undefined && { countyId: String(countyId) }),
    }
    const answer = await tusCalls(portal, person).begin({ size: pdf.length, bytes: pdf, values })
    return { answer, id: Number(answer.headers['portal-file-id']) }
  },
}
const ways = Object.entries(WAYS)
const named = async () => (await WAYS['of one form'](portal.people.clerk, { number: 100 })).id

async function factOf(id: number, person: TestPerson = portal.people.administrator) {
  const answer = await portal.call(person, getDocumentFacts, { params: { fileId: id } })
  return answer.json<DocumentFacts>().NamedOwner
}

async function inEdit(id: number) {
  const answer = await portal.call(portal.people.administrator, getMetadata, { params: { id } })
  return answer.json<{ NamedOwner?: NamedOwner }>().NamedOwner
}

const linked = async (id: number) =>
  (await portal.call(portal.people.administrator, getOwners, { params: { id } })).json<unknown>()

const dismiss = (id: number, person: TestPerson = portal.people.administrator) =>
  portal.call(person, dismissNamedOwner, { params: { id } })

async function auditOf(id: number) {
  const { rows } = await portal.pool.query<object>(
    `SELECT what, who, before, after FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 ORDER BY id`,
    [id],
  )
  return rows
}

async function stored(id: number) {
  const { rows } = await portal.pool.query<object>(
    'SELECT county_id, party_number, account_id FROM named_owner WHERE document_id = $1',
    [id],
  )
  return rows
}

describe.each(ways)('an upload %s', (_way, send) => {
  test('R3.38 records the owner that its sender names with the document, links nothing, and leaves a record', async () => {
    const { clerk } = portal.people
    const { answer, id } = await send(clerk, { number: 100 })
    expect(answer.statusCode).toBeLessThan(300)
    expect(await stored(id)).toEqual([
      { county_id: portal.counties.loving, party_number: 100, account_id: clerk.accountId },
    ])
    expect([await factOf(id), await inEdit(id), await factOf(id, clerk)]).toEqual([PERMIAN, PERMIAN, PERMIAN])
    expect(await linked(id)).toEqual([])
    expect(await auditOf(id)).toMatchObject([
      { what: expect.any(String) },
      {
        what: 'owner named by the sender',
        who: clerk.email,
        after: { partyNumber: 100, owner: 'Permian Compression LLC' },
      },
    ])
  })

  test('R3.38 of a county refuses an owner of another, and says no more than of a nonexistent one', async () => {
    const { clerk } = portal.people
    const before = await documents()
    for (const number of [200, 300, 999]) {
      const { answer } = await send(clerk, { number })
      expect([answer.statusCode, answer.json<object>()]).toEqual([
        400,
        { error: 'This organization does not exist.', code: 'link.organization_unknown' },
      ])
    }
    const elsewhere = await send(both, { number: 200, countyId: portal.counties.loving })
    expect([elsewhere.answer.statusCode, elsewhere.answer.json<{ error: string }>().error]).toEqual([
      400,
      "This organization does not belong to the file's county.",
    ])
    const none = await send(portal.people.administrator, { number: 100 })
    expect([none.answer.statusCode, await documents()]).toEqual([400, before])
  })
})

async function documents() {
  return (await portal.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM document')).rows[0]?.n
}

test('R3.38 the owner is checked again after the last byte, and the same key with another owner is another upload', async () => {
  const { clerk } = portal.people
  const calls = tusCalls(portal, clerk)
  const values = { namedOwnerNbr: '100', senderKey: 'named-owner-again' }
  const id = await calls.begun({ size: pdf.length, values })
  const other = await calls.begin({ size: pdf.length, values: { senderKey: values.senderKey } })
  expect(other.statusCode).toBe(409)
  const { loving } = portal.counties
  await portal.pool.query('DELETE FROM county_organization WHERE county_id = $1', [loving])
  const before = await documents()
  const answer = await calls.append(id, 0, pdf)
  expect([answer.statusCode, await documents()]).toEqual([400, before])
  await portal.pool.query(`INSERT INTO county_organization VALUES ($1, 100, 'PERMIAN')`, [loving])
})

test('R3.38 a form that comes again under its key is the same document, and with another owner it is refused', async () => {
  const form = {
    fileName: 'r.pdf',
    bytes: pdf,
    categoryId: 1,
    typeId: 1,
    namedOwnerNbr: 100,
    senderKey: 'form-with-owner',
  }
  const send = async (fields: typeof form) => {
    const answer = await uploadDocument(portal, portal.people.clerk, fields)
    return [answer.statusCode, answer.json<{ file?: { FileID: number } }>().file?.FileID]
  }
  const [status, id] = await send(form)
  expect([status, await send(form)]).toEqual([200, [200, id]])
  const { namedOwnerNbr: _, ...withoutOwner } = form
  const other = await uploadDocument(portal, portal.people.clerk, withoutOwner)
  expect([other.statusCode, await stored(id ?? 0)]).toEqual([
    409,
    [expect.objectContaining({ party_number: 100 })],
  ])
})

describe('the owner that a sender named', () => {
  test('R3.39 goes when the firm links it, in any relation', async () => {
    const id = await named()
    const owners = [{ partyNumber: 100, relationTypeId: 2 }]
    const answer = await portal.call(portal.people.administrator, patchStatus, {
      params: { id },
      payload: { statusId: 1, owners },
    })
    expect([answer.statusCode, await stored(id), await factOf(id)]).toEqual([200, [], null])
    expect(await linked(id)).toMatchObject([{ partyNumber: 100 }])
  })

  test('R3.39 stays when the firm links another owner', async () => {
    const id = await named()
    const { loving } = portal.counties
    await portal.pool.query(`INSERT INTO county_organization VALUES ($1, 200, 'CAPROCK')`, [loving])
    const answer = await portal.call(portal.people.administrator, patchStatus, {
      params: { id },
      payload: { statusId: 1, owners: [{ partyNumber: 200, relationTypeId: 2 }] },
    })
    expect([answer.statusCode, await factOf(id)]).toEqual([200, PERMIAN])
    await portal.pool.query('DELETE FROM document_owner WHERE document_id = $1', [id])
    await portal.pool.query(`DELETE FROM county_organization WHERE county_id = $1 AND party_number = 200`, [
      loving,
    ])
  })

  test('R3.39 goes when the firm dismisses it, with a record and a new version, and only once', async () => {
    const id = await named()
    const answer = await dismiss(id)
    expect([answer.statusCode, answer.json<object>()]).toEqual([200, { success: true, data: null }])
    expect([await inEdit(id), await stored(id)]).toEqual([undefined, []])
    expect((await auditOf(id)).at(-1)).toMatchObject({
      what: 'named owner dismissed',
      who: portal.people.administrator.email,
      before: { partyNumber: 100, owner: 'Permian Compression LLC' },
    })
    expect((await dismiss(id)).statusCode).toBe(404)
  })

  test('R3.39 is dismissed only by people who may edit, at the version that they saw', async () => {
    const id = await named()
    expect((await dismiss(id, portal.people.clerk)).statusCode).toBe(403)
    expect((await dismiss(id, portal.people.neighbor)).statusCode).toBe(403)
    const stale = await portal.call(portal.people.administrator, dismissNamedOwner, {
      params: { id },
      headers: { 'if-match': '"99"' },
    })
    expect([stale.statusCode, await factOf(id)]).toEqual([409, PERMIAN])
  })

  test('R3.39 is not shown while the county does not have it', async () => {
    const id = await named()
    const { loving, winkler } = portal.counties
    await portal.pool.query('DELETE FROM county_organization WHERE county_id = $1', [loving])
    await portal.pool.query(`INSERT INTO county_organization VALUES ($1, 100, 'PERMIAN')`, [winkler])
    expect([await factOf(id), await inEdit(id)]).toEqual([null, undefined])
    await portal.pool.query('UPDATE county_organization SET county_id = $1 WHERE party_number = 100', [
      loving,
    ])
    expect(await factOf(id)).toEqual(PERMIAN)
  })

  test('R3.39 goes with its document, and when the county of the document is corrected', async () => {
    const { administrator } = portal.people
    const [removed, moved] = [await named(), await named()]
    await portal.call(administrator, deleteUpload, { params: { fileId: removed } })
    expect(await stored(removed)).toHaveLength(1)
    const answer = await portal.call(administrator, deletePermanently, { params: { fileId: removed } })
    expect([answer.statusCode, await stored(removed)]).toEqual([200, []])
    await portal.pool.query('UPDATE document SET county_id = $1 WHERE id = $2', [
      portal.counties.winkler,
      moved,
    ])
    expect(await stored(moved)).toEqual([])
  })
})
