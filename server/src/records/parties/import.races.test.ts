import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { importCommands } from './import.commands.ts'

const KEPT = 'Id,OrganizationName,Name\n1,Alpha,A\n'
const BOTH = `${KEPT}2,Beta,B\n`

let portal: TestPortal<typeof REEVES>
let desk: EditCalls
let folder: string

beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
  folder = await mkdtemp(join(tmpdir(), 'portal-races-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function load(content: string, ...options: string[]) {
  await writeFile(join(folder, 'roll.csv'), content)
  const words = [
    'import',
    'organizations',
    '--county',
    String(portal.counties.reeves),
    ...options,
    'roll.csv',
  ]
  return (await runCommand(portal.world, importCommands, { words, workingDirectory: folder })).json
}

const link = (id: number, partyNumber: number) =>
  desk.patch(id, 'status', { statusId: 1, owners: [{ partyNumber, relationTypeId: 1 }] })

/** Runs `work` while the table is locked for writes: each writer stops there, in the middle of its work. */
async function whileHeld(table: 'document_owner' | 'audit_record', work: () => Promise<void>) {
  const client = await portal.pool.connect()
  await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
  try {
    await work()
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Starts both, each as soon as the one before waits, releases them, and returns their outcomes. */
async function oneInsideTheOther<First, Second>(
  table: 'document_owner' | 'audit_record',
  { first, second }: { first: () => Promise<First>; second: () => Promise<Second> },
) {
  const running: [Promise<First>?, Promise<Second>?] = []
  await whileHeld(table, async () => {
    running[0] = first()
    await waitForBlocked(portal)
    running[1] = second()
    await waitForBlocked(portal, 2)
  })
  return { first: await running[0], second: await running[1] }
}

async function appearing(): Promise<number[]> {
  const { rows } = await portal.pool.query<{ party: number }>(
    'SELECT party_number AS party FROM county_organization WHERE county_id = $1 ORDER BY 1',
    [portal.counties.reeves],
  )
  return rows.map(({ party }) => party)
}

test('R4.12 V15.4.2 a party that is being linked stays in the county, even if the file does not name it', async () => {
  await load(BOTH)
  const id = await desk.upload()
  const { first, second } = await oneInsideTheOther('document_owner', {
    first: () => link(id, 2),
    second: () => load(KEPT, '--replace'),
  })
  expect(first?.statusCode).toBe(200)
  expect(second).toMatchObject({ removed: 0 })
  expect(await appearing()).toEqual([1, 2])
})

test('R4.12 V2.3.4 a party that is leaving the county cannot be linked anymore', async () => {
  await load(`${BOTH}3,Gamma,C\n`)
  const id = await desk.upload()
  const { first, second } = await oneInsideTheOther('audit_record', {
    first: () => load(BOTH, '--replace'),
    second: () => link(id, 3),
  })
  expect(first).toMatchObject({ removed: 1 })
  expect([second?.statusCode, second?.json()]).toEqual([
    400,
    {
      error: "This organization does not belong to the file's county.",
      code: 'link.organization_of_other_county',
    },
  ])
  expect((await desk.read(id, 'owners')).json()).toEqual([])
})

test('V15.4.3 links of many parties in any order and an import that removes them do not deadlock', async () => {
  const numbers = Array.from({ length: 30 }, (_party, at) => 100 + at)
  const parties = numbers.map((number) => `${number},Party ${number},P`).join('\n')
  await load(`${BOTH}${parties}\n`)
  const ids = await Promise.all([desk.upload(), desk.upload(), desk.upload()])
  const linkAll = (id: number, order: number[]) =>
    desk.patch(id, 'status', {
      statusId: 1,
      owners: order.map((partyNumber) => ({ partyNumber, relationTypeId: 1 })),
    })
  const [answers] = await Promise.all([
    Promise.all(ids.map((id, at) => linkAll(id, at === 1 ? numbers : numbers.toReversed()))),
    load(BOTH, '--replace', '--confirm'),
  ])
  const isLinked = answers.some((answer) => answer.statusCode === 200)
  expect(answers.every((answer) => answer.statusCode === 200 || answer.statusCode === 400)).toBe(true)
  expect((await appearing()).filter((party) => party >= 100)).toEqual(isLinked ? numbers : [])
})
