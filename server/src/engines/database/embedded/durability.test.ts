import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import {
  childrenOf,
  endDatabaseProcesses,
  killAtOnce,
  newFolder,
  postmasterOf,
  startDatabaseUser,
} from '../../../testing/database-processes.ts'
import { openEmbedded } from './launch.ts'

const ROUNDS = 7
const LONGEST_ROUND = 250

afterEach(endDatabaseProcesses)

test('no acknowledged row is lost when everything is killed in the middle of writing', async () => {
  const dataDir = newFolder()
  const acknowledged = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    const writer = startDatabaseUser(dataDir, ['--server', '--write'])
    await writer.says(/^wrote/)
    // A different moment each time. Nothing waits for it.
    await sleep(Math.random() * LONGEST_ROUND)
    const postmaster = await postmasterOf(dataDir)
    const family = [writer.pid, postmaster, ...(await childrenOf(postmaster))]
    killAtOnce(...(round % 2 === 0 ? family : family.toReversed()))
    await writer.ended
    // The pipe may end in the middle of a line.
    const whole = writer.lines.flatMap((line) => /^wrote (\d+)$/.exec(line)?.[1] ?? [])
    for (const id of whole.slice(0, -1)) acknowledged.add(Number(id))
  }
  const kept = await idsIn(dataDir)
  expect(acknowledged.size).toBeGreaterThan(ROUNDS)
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
})

async function idsIn(dataDir: string): Promise<Set<number>> {
  const { owner, close } = await openEmbedded(dataDir, {
    server: false,
    log: { info() {}, warn() {}, error() {} },
  })
  const client = new Client(owner)
  await client.connect()
  const { rows } = await client.query<{ id: number }>('SELECT id FROM kept')
  await client.end()
  await close()
  return new Set(rows.map(({ id }) => id))
}
