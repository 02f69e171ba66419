import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import {
  childrenOf,
  endDatabaseProcesses,
  killAtOnce,
  newFolder,
  postmasterOf,
  startDatabaseUser,
  type DatabaseUser,
} from '../../../testing/database-processes.ts'
import { templateDatabase } from '../../../testing/database-to-copy.ts'
import { openEmbedded } from './launch.ts'
import { readLease } from './lease-file.ts'
import { thisPlace } from '../../place.ts'
import type { Command } from './run-program.ts'

const PROGRAM = fileURLToPath(new URL('../../../testing/container-user.ts', import.meta.url))
/** Two rounds, or as many as PORTAL_CONTAINER_ROUNDS says. */
const ASKED = Number(process.env['PORTAL_CONTAINER_ROUNDS'] ?? 0)
const ROUNDS = ASKED || 2
const MINUTE_MS = 60_000
const SILENT = { info() {}, warn() {}, error() {} }
const TIMES = { beat: 100, stale: 1000, fence: 1000 }

const SEPARATE = ['--uts', '--ipc', '--pid', '--fork', '--mount-proc', '--kill-child']

/** Has its own process table, shared memory and host name. It ends with the named process. */
function inContainer(name: string) {
  return (file: string, args: readonly string[]): Command => ({
    file: 'unshare',
    args: [...SEPARATE, 'sh', '-c', `hostname ${name} && exec "$@"`, 'sh', file, ...args],
  })
}

/** Where the system allows no containers, processes only pretend to be in one. They still compete for the folder. */
const probe = inContainer('probe')('true', [])
const isReal = spawnSync(probe.file, probe.args).status === 0

function start(dataDir: string, name: string, flags: readonly ('--server' | '--write')[]) {
  return isReal
    ? startDatabaseUser(dataDir, flags, { program: PROGRAM, as: inContainer(name) })
    : startDatabaseUser(dataDir, [...flags, `--place=${name}`], { program: PROGRAM })
}

async function kill(dataDir: string, user: DatabaseUser): Promise<void> {
  const postmaster = isReal ? 0 : await postmasterOf(dataDir)
  killAtOnce(user.pid, ...(postmaster > 0 ? [postmaster, ...(await childrenOf(postmaster))] : []))
  await user.ended
}

/** Returns the first of two servers that is refused, and the other. */
async function loserOf(one: DatabaseUser, other: DatabaseUser): Promise<[DatabaseUser, DatabaseUser]> {
  const hasLost = await Promise.race([one.ended.then(() => true), other.ended.then(() => false)])
  return hasLost ? [one, other] : [other, one]
}

function idsOf(lines: readonly string[], word: RegExp): number[] {
  return lines.flatMap((line) => word.exec(line)?.[1]?.split(',').filter(Boolean).map(Number) ?? [])
}

afterEach(endDatabaseProcesses)

test(
  'two containers on one data folder: one runs, the other is refused in one line, takes over when the first is killed, and no row is lost',
  async () => {
    const dataDir = newFolder()
    const acknowledged = new Set<number>()
    for (let round = 0; round < ROUNDS; round++) {
      const first = start(dataDir, 'first', ['--server', '--write'])
      const second = start(dataDir, 'second', ['--server', '--write'])
      const [loser, winner] = await loserOf(first, second)
      const winnersName = winner === first ? 'first' : 'second'
      expect(loser.lines.at(-1)).toBe(
        `refused The database in ${dataDir} is in use on ${winnersName}. Stop the portal there first, or take another DATA_DIR.`,
      )
      await winner.says(/^wrote/)
      const command = start(dataDir, 'third', [])
      await command.ended
      expect(command.lines.slice(-2)).toEqual([expect.stringMatching(/^open \d/), 'closed'])
      // The end of the command has not stopped it.
      const before = winner.lines.length
      while (winner.lines.length === before) await sleep(20)
      await kill(dataDir, winner)
      const found = new Set(idsOf(winner.lines, /^open (.*)$/))
      expect([...acknowledged].filter((id) => !found.has(id))).toEqual([])
      // The pipe may end in the middle of a line.
      for (const id of idsOf(winner.lines.slice(0, -1), /^wrote (\d+)$/)) acknowledged.add(id)
    }
    const last = start(dataDir, 'first', [])
    await last.says(/^closed$/)
    const kept = new Set(idsOf(last.lines, /^open (.*)$/))
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)
    expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
    if (ASKED) console.log(`${ROUNDS} rounds, ${acknowledged.size} rows acknowledged, none lost`)
  },
  ROUNDS * MINUTE_MS,
)

const other = { ...thisPlace(), host: 'other', pidNamespace: 'pid of other', pid: 1, start: 'others' }

const databaseCopy = templateDatabase()

const leave = (dataDir: string, lease: string) => writeFileSync(join(dataDir, 'pg/lease'), lease)

describe('a lease', () => {
  test('is released by the last user', async () => {
    const dataDir = databaseCopy()
    const { close } = await openEmbedded(dataDir, { server: true, log: SILENT })
    expect(readLease(join(dataDir, 'pg'))?.lease).toMatchObject({ ...thisPlace(), pid: process.pid })
    await close()
    expect(readLease(join(dataDir, 'pg'))).toBeNull()
  })

  test('that is not renewed is taken over after a while, also after an interrupted write', async () => {
    const dataDir = databaseCopy()
    for (const text of [JSON.stringify(other), '{"host":']) {
      leave(dataDir, text)
      const begun = performance.now()
      const { close } = await openEmbedded(dataDir, { server: true, log: SILENT, lease: { times: TIMES } })
      expect(performance.now() - begun).toBeGreaterThan(TIMES.stale)
      await close()
    }
  })

  test('that another host takes over ends PostgreSQL here', async () => {
    const dataDir = databaseCopy()
    const log = { ...SILENT, error: (_fields: object, message: string) => void said.push(message) }
    const said: string[] = []
    const { keeper } = await openEmbedded(dataDir, { server: true, log, lease: { times: TIMES } })
    const ended = new Promise((resolve) => void keeper.once('end', resolve))
    leave(dataDir, JSON.stringify(other))
    await ended
    while ((await postmasterOf(dataDir)) !== 0) await sleep(20)
    expect(said).toEqual(['Another host has taken the database over; it is stopped here.'])
  })

  test('left by another machine together with a PostgreSQL gives that one the time to notice', async () => {
    const dataDir = databaseCopy()
    leave(dataDir, JSON.stringify({ ...other, boot: 'of another machine' }))
    const file = join(dataDir, 'pg/data/postmaster.pid')
    writeFileSync(file, `${process.pid}\n${dataDir}\n1700000000\n5432\n.\n\n  0 0\nready   \n`)
    const said: string[] = []
    const log = { ...SILENT, warn: (_fields: object, message: string) => void said.push(message) }
    const { close } = await openEmbedded(dataDir, { server: true, log, lease: { times: TIMES } })
    await close()
    expect(said).toEqual([
      'A PostgreSQL of another machine was left here; the start waits until it has ended.',
    ])
  })
})

test.each([
  ['without a lease', null, null],
  ['with one that a kill left half written', '{"host":', ''],
])(
  'a PostgreSQL that holds the socket and is invisible from here is left alone, %s',
  async (_what, lease, host) => {
    const dataDir = databaseCopy()
    if (lease !== null) leave(dataDir, lease)
    const data = join(dataDir, 'pg/data')
    const frozen = createServer()
    await new Promise<void>((resolve) => void frozen.listen(join(data, '.s.PGSQL.5432'), resolve))
    const gone = spawnSync('true').pid
    writeFileSync(join(data, 'postmaster.pid'), `${gone}\n${data}\n1700000000\n5432\n.\n\n  0 0\nready   \n`)
    const start = openEmbedded(dataDir, { server: true, log: SILENT, lease: { times: TIMES } })
    await expect(start).rejects.toThrow(
      `The database in ${dataDir} is in use on another host or container. Stop the portal there first, or take another DATA_DIR.`,
    )
    expect(readLease(join(dataDir, 'pg'))?.lease.host ?? null).toBe(host)
    frozen.close()
  },
)
