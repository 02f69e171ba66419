import { execFileSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { FATE } from '../../testing/fates.child.ts'
import { pausingThrottle, watchNextChild } from '../../testing/looping-child.ts'
import { runInChild } from './run-in-child.ts'

/** A child in an endless loop that its throttle has paused. */
async function pausedChild() {
  const stopping = new AbortController()
  const { throttle, pause } = pausingThrottle()
  const looping = Promise.withResolvers<number>()
  watchNextChild((pid) => looping.resolve(pid ?? 0))
  const outcome = runInChild(FATE, { act: 'loop' }, { signal: stopping.signal, throttle })
  const pid = await looping.promise
  pause()
  await isIn(pid, 'T')
  return { pid, outcome, stopping, pause }
}

test('R14.14 a paused child ends with its job', async () => {
  const { stopping, outcome } = await pausedChild()
  stopping.abort()
  expect(await outcome).toEqual({ kind: 'aborted' })
})

test('R14.15 a child without its guard goes on, and a later pause has another guard', async () => {
  const { pid, stopping, outcome, pause } = await pausedChild()
  process.kill(guardOf(pid), 'SIGKILL')
  await isIn(pid, 'R')
  pause()
  await isIn(pid, 'T')
  expect(guardOf(pid)).toBeGreaterThan(0)
  stopping.abort()
  await outcome
  await vi.waitFor(() => expect(guardsOf(pid)).toEqual([]), { timeout: 60_000, interval: 20 })
})

async function isIn(pid: number, state: 'R' | 'T'): Promise<void> {
  await vi.waitFor(() => expect(stateOf(pid)).toBe(state), { timeout: 60_000, interval: 20 })
}

/** `ps` says it on every system: T is paused, R runs. */
function stateOf(pid: number): string {
  return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .slice(0, 1)
}

function guardsOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.endsWith(`"-$1" sh ${pid}`)).map((line) => Number.parseInt(line))
}

function guardOf(pid: number): number {
  return guardsOf(pid)[0] ?? 0
}
