import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thisPlace } from '../../place.ts'
import { clusterFiles, type ClusterFiles } from './cluster-files.ts'
import { createClusterLease } from './cluster-lease.ts'
import { newLease } from './lease-file.ts'

let files: ClusterFiles
beforeEach(() => {
  files = clusterFiles(mkdtempSync(join(tmpdir(), 'portal-lease-')))
  mkdirSync(files.home)
})
afterEach(() => rmSync(files.dataDir, { recursive: true }))

test('an incomplete lease of an older release does not count as another host', async () => {
  const lines: string[] = []
  const log = { info: (_facts: object, line: string) => void lines.push(line), warn() {}, error() {} }
  const lease = createClusterLease(files, { log, onLost: () => expect.unreachable() })
  writeFileSync(join(files.home, 'lease'), '')
  const taken = lease.take()
  writeFileSync(join(files.home, 'lease'), JSON.stringify(newLease(thisPlace())))
  expect(await taken).toBe(null)
  expect(lines).toEqual([])
  lease.leave()
})
