import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { clusterFiles } from './cluster-files.ts'
import type { ClusterLease } from './cluster-lease.ts'
import { closeCluster } from './close-cluster.ts'
import type { Lease } from './lease-file.ts'
import { thisPlace } from '../../place.ts'

/** Ends like PostgreSQL on a busy machine: its postmaster.pid is removed first, and the process ends a moment later. */
const SLOW_END = `
  process.once('SIGINT', () => {
    require('node:fs').rmSync('postmaster.pid')
    setTimeout(() => process.exit(), 200)
  })
  setInterval(() => {}, 1000)
  console.log('running')`

const BINARIES = { initdb: '', postgres: '', pg_ctl: '' }

test.skipIf(process.platform === 'win32')(
  'the lease is released when the process of PostgreSQL outlives its postmaster.pid for a moment',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-close-'))
    const files = clusterFiles(dataDir)
    const child = spawn(process.execPath, ['-e', SLOW_END, 'postgres'], { cwd: dataDir, stdio: 'pipe' })
    await once(child.stdout, 'data')
    await writeFile(join(dataDir, 'postmaster.pid'), `${child.pid}\n`)

    const keeper = Object.assign(new Client(), { query: () => Promise.resolve({ rows: [{ last: true }] }) })
    const signed: Lease = { ...thisPlace(), pid: process.pid, start: 'ours' }
    const release = vi.fn<ClusterLease['release']>()
    const lease = {
      signature: () => signed,
      leave: () => {},
      release,
    } as Partial<ClusterLease> as ClusterLease
    await closeCluster(keeper, { ...files, data: dataDir }, { binaries: BINARIES, lease })

    expect(release).toHaveBeenCalledWith(signed)
    await rm(dataDir, { recursive: true })
  },
)
