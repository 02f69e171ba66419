import { describe, expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { openPortalConnection } from './portal-connection.ts'

function failure(status: number) {
  return new CallError({ status, message: 'It failed.', fromServer: false })
}

/** A connection whose two ends the test controls. */
function heldLine({ isOnline = true, isReachable = true } = {}) {
  const world = { isOnline, isReachable }
  const stop = new AbortController()
  const told: boolean[] = []
  let looking: PromiseWithResolvers<void> | null = null
  const line = openPortalConnection(
    { stop: stop.signal, onChange: (isOffline) => told.push(isOffline) },
    {
      isOnline: () => world.isOnline,
      isReachable: () => Promise.resolve(world.isOnline && world.isReachable),
      pause: () => {
        const pause = Promise.withResolvers<void>()
        looking = pause
        stop.signal.addEventListener('abort', () => pause.resolve())
        return pause.promise
      },
    },
  )
  return { world, line, stop, told, lookAgain: () => looking?.resolve() }
}

/** Waits until every promise that can settle has settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

const FOREVER = new AbortController().signal

describe('the connection to the portal', () => {
  test('works while the browser is online and nothing has failed', () => {
    expect(heldLine().line.restored(FOREVER)).toBeNull()
  })

  test('is not the cause if the portal responds, whatever the response for the file', async () => {
    const { line } = heldLine({ isReachable: false })
    for (const status of [400, 413, 415, 429, 500, 503])
      expect(await line.hasCut(failure(status))).toBe(false)
    expect(await line.hasCut(new TypeError('boom'))).toBe(false)
    expect(await heldLine().line.hasCut(failure(0))).toBe(false)
  })

  test.each([0, 502, 504])('is broken if the portal cannot be reached after a %i', async (status) => {
    const { line, told } = heldLine({ isReachable: false })
    expect(await line.hasCut(failure(status))).toBe(true)
    expect(line.restored(FOREVER)).not.toBeNull()
    expect(told).toEqual([true])
  })

  test('R5.61 works again for all who wait once the portal responds, and no sooner', async () => {
    const { world, line, told, lookAgain } = heldLine({ isOnline: false })
    let mended = 0
    void line.restored(FOREVER)?.then(() => (mended += 1))
    void line.restored(FOREVER)?.then(() => (mended += 1))
    await settled()
    lookAgain()
    await settled()
    expect(mended).toBe(0)
    world.isOnline = true
    lookAgain()
    await settled()
    expect(mended).toBe(2)
    expect(told).toEqual([true, false])
    expect(line.restored(FOREVER)).toBeNull()
  })

  test('releases canceled waiters, one file or all', async () => {
    const { line, stop, told } = heldLine({ isOnline: false })
    const one = new AbortController()
    const left: string[] = []
    void line.restored(one.signal)?.then(() => left.push('one'))
    void line.restored(FOREVER)?.then(() => left.push('all'))
    one.abort()
    await settled()
    expect(left).toEqual(['one'])
    stop.abort()
    await settled()
    expect(left).toEqual(['one', 'all'])
    expect(told).toEqual([true, false])
  })
})
