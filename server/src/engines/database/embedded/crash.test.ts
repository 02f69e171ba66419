import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  childrenOf,
  endDatabaseProcesses,
  endDatabaseUsers,
  killAtOnce,
  newFolder,
  postmasterOf,
  startDatabaseUser,
  useDatabaseOnce,
} from '../../../testing/database-processes.ts'

let dataDir: string

async function startServer() {
  const server = startDatabaseUser(dataDir, ['--server', '--poll'])
  await server.says(/^open$/)
  return { server, postmaster: await postmasterOf(dataDir) }
}

describe('after a crash', () => {
  beforeAll(async () => {
    dataDir = newFolder()
    await useDatabaseOnce(dataDir)
  })
  afterAll(endDatabaseProcesses)
  afterEach(async () => {
    await endDatabaseUsers()
    // Stops it for the next test.
    if ((await postmasterOf(dataDir)) !== 0) await useDatabaseOnce(dataDir)
  })

  test('of the server alone, the next one continues with the same PostgreSQL', async () => {
    const { server, postmaster } = await startServer()
    await server.end('SIGKILL')
    const next = await startServer()
    expect(next.postmaster).toBe(postmaster)
    await next.server.end()
    expect(await postmasterOf(dataDir)).toBe(0)
  })

  test('C01 of PostgreSQL under a living server, the same pool works again, and a command too', async () => {
    const { server, postmaster } = await startServer()
    killAtOnce(postmaster)
    await server.says(/^The database is gone and is started again\.$/)
    await server.says(/^The database is back\.$/)
    await server.says(/^works again$/)
    expect(await postmasterOf(dataDir)).not.toBe(postmaster)
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
    await server.end()
    expect(await postmasterOf(dataDir)).toBe(0)
  })

  test('C19 of both, the next server starts it', async () => {
    const { server, postmaster } = await startServer()
    killAtOnce(server.pid, postmaster)
    await server.ended
    const next = await startServer()
    expect(next.postmaster).not.toBe(postmaster)
    await next.server.end()
  })

  test('of both and of every backend, the next server starts it', async () => {
    const { server, postmaster } = await startServer()
    killAtOnce(server.pid, postmaster, ...(await childrenOf(postmaster)))
    await server.ended
    const next = await startServer()
    expect(next.postmaster).not.toBe(postmaster)
    await next.server.end()
  })

  test('its id may be another program’s by now', async () => {
    namePostmaster(process.pid)
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
  })

  test.runIf(process.platform === 'linux')('it may be a zombie without a parent that reaps it', async () => {
    const parent = spawn('/bin/sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
    const [said] = await once(parent.stdout, 'data')
    namePostmaster(Number(String(said)))
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
    parent.kill()
  })
})

test('a database that listens on a port may return on another one', async () => {
  const folder = newFolder()
  dataDir = join(folder, 'x'.repeat(120))
  const { server, postmaster } = await startServer()
  killAtOnce(postmaster)
  await server.says(/^works again$/)
  expect(await postmasterOf(dataDir)).not.toBe(postmaster)
  await server.end()
  expect(server.lines.at(-1)).toBe('closed')
  await endDatabaseProcesses()
})

/** As if a PostgreSQL with this id could not clean up. */
function namePostmaster(pid: number): void {
  const data = join(dataDir, 'pg/data')
  const lines = [pid, data, 1_700_000_000, 5432, '.', '', '  0 0', 'ready   ']
  writeFileSync(join(data, 'postmaster.pid'), `${lines.join('\n')}\n`)
}
