import { getOwners } from '@portal/contract/edit/edit-links.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageAway } from '../../../engines/storage/storage.ts'
import { finishLeftUploads } from '../../../records/intake/resumable/finish-left-uploads.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { uploadDocument } from '../../../testing/store-document.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { idIn, tusCalls } from '../../../testing/tus-calls.ts'

const { pdf } = SAMPLE_FILES
const OWNER = { ownerNbr: '100', relationTypeId: '2' }
const OPERATOR = { partyNumber: 100, relationTypeId: 2, relationTypeName: 'Operator' }

let portal: TestPortal
let loving: number
let winkler: number
let staff: TestPerson
let clerk: TestPerson
let administrator: TestPerson

beforeAll(async () => {
  portal = await testPortal({ now: '2026-04-15T15:00:00.000Z' })
  loving = (await portal.addCounty('Loving')).CountyID
  winkler = (await portal.addCounty('Winkler')).CountyID
  await portal.pool.query(
    `INSERT INTO organization VALUES (100, 'Permian Compression LLC'), (200, 'Caprock Minerals LP'), (300, 'Nowhere LP')`,
  )
  await portal.pool.query(
    `INSERT INTO county_organization VALUES ($1, 100, 'PERMIAN'), ($2, 200, 'CAPROCK')`,
    [loving, winkler],
  )
  staff = await portal.addPerson({ email: 'staff@staff.example', role: 'staff', countyId: loving })
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
})
afterAll(() => portal.close())

type Values = Readonly<Record<string, string>>

/** Both calls that upload a document with its details. Each returns its response and, if stored, its id. */
const WAYS = {
  'of one form': async (person: TestPerson, values: Values) => {
    const numbers = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [[name, Number(value)]])),
    )
    const answer = await uploadDocument(portal, person, {
      fileName: 'r.pdf',
      bytes: pdf,
      categoryId: 1,
      typeId: 1,
      ...numbers,
    })
    return { answer, id: answer.json<{ file?: { FileID: number } }>().file?.FileID }
  },
  'that can go on': async (person: TestPerson, values: Values) => {
    const answer = await tusCalls(portal, person).begin({ size: pdf.length, bytes: pdf, values })
    return { answer, id: Number(answer.headers['portal-file-id']) }
  },
}
const ways = Object.entries(WAYS)

async function ownersOf(id: number | undefined) {
  return (await portal.call(administrator, getOwners, { params: { id } })).json<unknown>()
}

async function auditOf(id: number | undefined) {
  const { rows } = await portal.pool.query<{ what: string; who: string; after: object }>(
    `SELECT what, who, after FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 ORDER BY id`,
    [id],
  )
  return rows
}

describe.each(ways)('an upload %s', (_way, send) => {
  test('R4.23 is linked with the owner that its sender names, if they may edit, with a record', async () => {
    const { answer, id } = await send(staff, OWNER)
    expect(answer.statusCode).toBeLessThan(300)
    expect(await ownersOf(id)).toMatchObject([OPERATOR])
    expect(await auditOf(id)).toMatchObject([
      { who: staff.email },
      {
        what: 'owner linked',
        who: staff.email,
        after: { partyNumber: 100, owner: 'Permian Compression LLC', relationType: 'Operator' },
      },
    ])
    const { rows } = await portal.pool.query('SELECT linked_by FROM document_owner WHERE document_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ linked_by: staff.accountId }])
  })

  test('without a county accepts an owner of any', async () => {
    const { id } = await send(administrator, { ownerNbr: '200', relationTypeId: '1' })
    expect(await ownersOf(id)).toMatchObject([{ partyNumber: 200, relationTypeId: 1 }])
  })

  test('of a person who may not edit is refused if it names an owner, and stored otherwise', async () => {
    const refused = await send(clerk, OWNER)
    expect([refused.answer.statusCode, refused.answer.json<{ error: string }>().error]).toEqual([
      403,
      'Only administrators and firm staff may name an owner. Please send the file without one.',
    ])
    const { id } = await send(clerk, { ownerNbr: '', relationTypeId: '' })
    expect(await ownersOf(id)).toEqual([])
  })

  test.each([
    ['of another county', { ownerNbr: '200', relationTypeId: '1' }, 'link.organization_unknown'],
    ['of no county', { ownerNbr: '300', relationTypeId: '1' }, 'link.organization_unknown'],
    ['that does not exist', { ownerNbr: '999', relationTypeId: '1' }, 'link.organization_unknown'],
    [
      'by a relation that does not exist',
      { ownerNbr: '100', relationTypeId: '99' },
      'link.relation_type_unknown',
    ],
    ['without a relation', { ownerNbr: '100' }, 'upload.owner_is_half'],
    ['that is not named, by a relation', { relationTypeId: '1' }, 'upload.owner_is_half'],
  ])('R4.23 with an owner %s is refused, and nothing is stored', async (_what, values: Values, code) => {
    const before = await storedObjects(portal.world.storage)
    const { answer } = await send(staff, values)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, code])
    expect(await storedObjects(portal.world.storage)).toEqual(before)
  })

  test('of an administrator names an owner of its own county only', async () => {
    const { answer } = await send(administrator, {
      countyId: String(loving),
      ownerNbr: '200',
      relationTypeId: '1',
    })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      400,
      'link.organization_of_other_county',
    ])
  })
})

describe('an upload that continues later', () => {
  const half = 100

  async function begunByStaff(name: string) {
    const email = `${name}@staff.example`
    const person = await portal.addPerson({ email, role: 'staff', countyId: loving })
    const calls = tusCalls(portal, person)
    const id = await calls.begun({ size: pdf.length, values: { ...OWNER, senderKey: name } })
    await calls.append(id, 0, pdf.subarray(0, half))
    return { person, calls, id }
  }

  test('returns its owner to its sender', async () => {
    const { calls, id } = await begunByStaff('told')
    expect(await calls.read(id)).toMatchObject({ ownerNbr: 100, relationTypeId: 2 })
  })

  test('R4.23 is refused at its end if its sender may not edit anymore', async () => {
    const { person, calls, id } = await begunByStaff('demoted')
    await portal.pool.query(`UPDATE account SET role = 'user' WHERE id = $1`, [person.accountId])
    const last = await calls.append(id, half, pdf.subarray(half))
    expect([last.statusCode, last.json<{ code: string }>().code]).toEqual([403, 'upload.owner_not_allowed'])
    expect(await calls.read(id)).toMatchObject({ state: 'refused', file: null })
  })

  test('is refused at its end if the county has lost the organization', async () => {
    const { calls, id } = await begunByStaff('late')
    await portal.pool.query('DELETE FROM county_organization WHERE county_id = $1 AND party_number = 100', [
      loving,
    ])
    const last = await calls.append(id, half, pdf.subarray(half))
    expect([last.statusCode, last.json<{ code: string }>().code]).toEqual([400, 'link.organization_unknown'])
    await portal.pool.query(`INSERT INTO county_organization VALUES ($1, 100, 'PERMIAN')`, [loving])
  })

  test('keeps its owner if the portal makes the document by itself', async () => {
    const keep = vi
      .spyOn(portal.world.storage, 'keep')
      .mockRejectedValue(new StorageAway('The bucket is away.'))
    const calls = tusCalls(portal, staff)
    const begun = await calls.begin({ size: pdf.length, bytes: pdf, values: { ...OWNER, senderKey: 'left' } })
    expect(begun.statusCode).toBe(503)
    keep.mockRestore()
    portal.clock.set(new Date(portal.clock.now().getTime() + 720_000).toISOString())
    await finishLeftUploads(portal.world)
    const [told] = await calls.list(['left'])
    expect(await ownersOf(told?.file?.FileID)).toMatchObject([OPERATOR])
  })

  test('is the same one if started again under its key, with its owner', async () => {
    const { calls, id } = await begunByStaff('again')
    const again = await calls.begin({ size: pdf.length, values: { ...OWNER, senderKey: 'again' } })
    expect(idIn(String(again.headers['location']))).toBe(id)
    const last = await calls.append(id, half, pdf.subarray(half))
    expect(await ownersOf(Number(last.headers['portal-file-id']))).toMatchObject([OPERATOR])
  })
})
