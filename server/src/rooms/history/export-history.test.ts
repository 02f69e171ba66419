import type { Readable } from 'node:stream'
import { exportHistory as exportHistoryCall } from '@portal/contract/history/history.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PortalError } from '../../engines/http/errors.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount, type AccountChange } from '../../records/accounts/accounts.usecases.ts'
import type { SignedAct } from '../../records/audit/record.ts'
import { recordOlder } from '../../testing/older-records.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { THREE_COUNTIES } from '../../testing/three-counties.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { exportHistory } from './export-history.usecases.ts'

/** Three portions, and the last is not full. */
const COUNT = 2100

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let ector: number
let clerk: TestPerson

beforeAll(async () => {
  portal = await testPortal({ ...THREE_COUNTIES, now: '2026-04-20T15:00:00Z' })
  ;({ midland, ector } = portal.counties)
  clerk = await portal.addPerson({ email: 'clerk@midland.example', role: 'user', countyIds: [midland] })
  const { kysely } = portal.world.database
  await kysely.transaction().execute((transaction) => recordOlder(transaction, happenings()))
})
afterAll(() => portal.close())

/** Downloads in Midland. Every tenth is followed by entries that its manager may not read. */
function happenings(): SignedAct[] {
  const caller = { address: '192.0.2.7', isOfProxy: false, requestId: '' }
  const { accountId, email } = clerk
  const actor = { kind: 'proven', caller, account: { accountId, email } } as const
  return Array.from({ length: COUNT }, (_, n): SignedAct[] => {
    const signed = { at: new Date(Date.UTC(2025, 0, 1, 0, 0, n)), actor }
    const onFile = (id: number, countyId: number): SignedAct => ({
      ...signed,
      action: 'document.downloaded',
      subject: { kind: 'document', id },
      countyId,
    })
    if (n % 10 > 0) return [onFile(n, midland)]
    const account = { kind: 'account', id: accountId } as const
    return [
      onFile(n, midland),
      onFile(100_000 + n, ector),
      { ...signed, action: 'session.started', subject: account, countyId: midland },
    ]
  }).flat()
}

/** A test that takes rights from its manager has its own manager. */
async function reader(name: string): Promise<TestPerson> {
  return portal.addPerson({ email: `${name}@midland.example`, role: 'manager', countyIds: [midland] })
}

/** The context of a manager in their existing session. */
async function sessionOf(who: { accountId: number; email: string }) {
  const context = contextOfPerson(portal.world, { ...who, role: 'manager', countyId: midland })
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM session WHERE account_id = $1', [
    who.accountId,
  ])
  const session = { id: rows[0]?.id ?? 0, provenAt: null }
  return { ...context, actor: { ...context.actor, session } }
}

async function signOutEverywhere(email: string) {
  await portal.pool.query('DELETE FROM session USING account WHERE account.id = account_id AND email = $1', [
    email,
  ])
}

test('R9.3 V8.2.2 a manager’s CSV contains, to its last line, everything of their county, and nothing of other counties or types', async () => {
  const { body } = await portal.call(await reader('lead'), exportHistoryCall, { query: { to: '2025-12-31' } })
  const lines = body.trimEnd().split('\r\n').slice(1)
  const filesInOrder = lines.map((line) => Number(/,downloaded file (\d+),/.exec(line)?.[1]))
  expect(filesInOrder).toEqual(Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n))
})

const change = (wanted: () => AccountChange) => (email: string) =>
  changeAccount({ ...portal.world, actor: COMMAND_LINE }, email, wanted())

test.each<[string, (email: string) => Promise<unknown>]>([
  ['is disabled', change(() => ({ isDisabled: true }))],
  ['is a manager no more', change(() => ({ role: 'user' }))],
  ['loses the county that it is of', change(() => ({ countyIds: [ector] }))],
  ['is signed out everywhere', signOutEverywhere],
])('R9.3 V8.3.2 a running CSV export ends when its reader %s', async (what, happen) => {
  const { accountId, email } = await reader(`lead.${what.replaceAll(' ', '.')}`)
  const context = await sessionOf({ accountId, email })
  const { body, onceSent } = await exportHistory(context, {
    to: '2025-12-31',
    countyId: midland,
    method: 'GET',
  })
  const chunks = (body as Readable)[Symbol.asyncIterator]()
  const first: unknown = (await chunks.next()).value
  await happen(email)
  const rest: unknown[] = []
  const takenWhole = (async () => {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) rest.push(next.value)
  })()
  await expect(takenWhole).rejects.toBeInstanceOf(PortalError)
  onceSent?.()
  expect([first, ...rest].join('').split('\r\n').length).toBeLessThan(COUNT)
})
