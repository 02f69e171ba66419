import { downloadUpload, listUploads } from '@portal/contract/files/files.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { endSessionsOf } from '@portal/contract/people/person-acts.ts'
import { makeReceipts } from '@portal/contract/receipts/receipts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDocument } from '../store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { tusCalls } from '../tus-calls.ts'
import { waitForBlocked } from '../wait-for-blocked.ts'

/** More simultaneous calls than a server has database connections. */
const MANY = 12

let portal: TestPortal
let loving: number
let clerk: TestPerson
let neighbor: TestPerson
let boss: TestPerson
let file: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  loving = (await portal.addCounty('Loving')).CountyID
  const { CountyID: winkler } = await portal.addCounty('Winkler')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  neighbor = await portal.addPerson({ email: 'clerk@winkler.example', countyId: winkler })
  boss = await portal.addPerson({ email: 'boss@staff.example', role: 'administrator' })
  file = await storeDocument(portal, clerk)
})
afterAll(() => portal.close())

type Call = (at: number) => Promise<{ statusCode: number }>

const lockOf = (name: string) => ['SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]] as const
const rowOf = ({ accountId }: TestPerson) =>
  ['SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId]] as const

const CALLS: [what: string, lock: () => readonly [string, readonly unknown[]], call: Call][] = [
  [
    'beginnings of uploads',
    () => lockOf(`uploads begun by account ${clerk.accountId}`),
    (at) => tusCalls(portal, clerk).begin({ size: 9, values: { senderKey: `many-${at}` } }),
  ],
  [
    'calls for receipts',
    () => lockOf(`receipts of account ${clerk.accountId}`),
    () => portal.call(clerk, makeReceipts, { payload: { batch: 'many', fileIds: [file] } }),
  ],
  [
    'downloads of a document',
    () => lockOf(`reads of document ${file} by account ${clerk.accountId}`),
    () => portal.call(clerk, downloadUpload, { params: { fileId: file } }),
  ],
  [
    'invitations',
    () => rowOf(boss),
    (at) =>
      portal.call(boss, invitePeople, {
        payload: { lines: [`many-${at}@loving.example`], role: 'user', countyIds: [loving] },
      }),
  ],
  [
    'acts on people',
    () => rowOf(boss),
    () => portal.call(boss, endSessionsOf, { params: { userId: neighbor.accountId } }),
  ],
]

test.each(CALLS)(
  'R1.76 of one person’s many %s one waits in the database, and others get responses',
  async (_what, lock, call) => {
    const holder = await portal.pool.connect()
    await holder.query('BEGIN')
    const [statement, values] = lock()
    await holder.query(statement, [...values])
    const answers = Array.from({ length: MANY }, (_, at) => call(at))
    await waitForBlocked(portal)
    const waiting = async () => {
      const { rows } = await holder.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows[0]?.count
    }
    // Each of these gets its response after a step of the waiting ones.
    for (let read = 0; read < 3; read++)
      expect((await portal.call(neighbor, listUploads)).statusCode).toBe(200)
    expect(await waiting()).toBe(1)
    await holder.query('ROLLBACK')
    holder.release()
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status >= 400)).toEqual([])
  },
)
