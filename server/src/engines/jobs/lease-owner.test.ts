import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { isGone, newLeaseOwner, type LeaseOwner } from './lease-owner.ts'

const own: LeaseOwner = { ...newLeaseOwner(), boot: 'our start' }
let dead: LeaseOwner
beforeAll(async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  dead = { ...own, id: 'dead', pid: ended.pid ?? 0 }
})

test('a server of this machine whose process ended is gone, even if the machine was renamed', () => {
  expect(isGone(dead, own)).toBe(true)
  expect(isGone({ ...dead, host: 'its name before' }, own)).toBe(true)
  expect(isGone({ ...own, id: 'before', startedAt: '2026-01-01T00:00:00.000Z' }, own)).toBe(true)
})

test('a server whose process runs is not gone', () => {
  expect(isGone({ ...own, id: 'living', pid: process.ppid }, own)).toBe(false)
  expect(isGone(own, own)).toBe(false)
})

test('no process of another machine with the same name counts as gone, even with the same number of its process namespace', () => {
  expect(isGone({ ...dead, boot: 'another start' }, own)).toBe(false)
})

test('nor one of another container, nor of a release that recorded no boot of its machine', () => {
  expect(isGone({ ...dead, pidNamespace: 'pid:[4026532000]' }, own)).toBe(false)
  const { boot: _boot, pidNamespace: _space, ...older } = dead
  expect(isGone({ ...older, pidSpace: own.pidNamespace } as unknown as LeaseOwner, own)).toBe(false)
})
