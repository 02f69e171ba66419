import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thisPlace } from '../../place.ts'
import { createLease, newLease, readLease, removeLease } from './lease-file.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'portal-lease-file-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const ROUNDS = 1000
/** Creates and removes a lease repeatedly. */
const CREATING = `
const { module, home, lease, rounds } = require('node:worker_threads').workerData
void import(module).then(({ createLease, removeLease }) => {
  for (let round = 0; round < rounds; round++) {
    createLease(home, lease)
    removeLease(home, lease)
  }
})`

test('a reader of a lease that is being created finds all of it, or none', async () => {
  const lease = newLease(thisPlace())
  const module = new URL('./lease-file.ts', import.meta.url).href
  const creator = new Worker(CREATING, { eval: true, workerData: { module, home, lease, rounds: ROUNDS } })
  const starts = new Set<string | undefined>()
  // Its thread is gone once it has ended.
  while (creator.threadId !== -1) {
    for (let look = 0; look < 100; look++) starts.add(readLease(home)?.lease.start)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([...starts].filter((start) => start !== undefined)).toEqual([lease.start])
})

test('of two leases the first one counts, and nothing else remains', () => {
  const [first, second] = [newLease(thisPlace()), newLease(thisPlace())]
  expect([createLease(home, first), createLease(home, second)]).toEqual([true, false])
  expect(readLease(home)?.lease).toEqual(first)
  expect(readdirSync(home)).toEqual(['lease'])
  removeLease(home, first)
  expect(readdirSync(home)).toEqual([])
})
