import { afterEach, describe, expect, it } from 'vitest'
import { startFakeClamd, VIRUS_MARKER, type ClamdMood, type FakeClamd } from '../../testing/fake-clamd.ts'
import { scannerSuite } from '../../testing/scanner.test-suite.ts'
import { systemClock } from '../clock/clock.ts'
import { readClamdAddress } from '../config/clamd-address.ts'
import { openClamd } from './clamd.ts'

const running: FakeClamd[] = []
afterEach(async () => {
  for (const clamd of running.splice(0)) await clamd.stop()
})

async function startClamd() {
  const clamd = await startFakeClamd()
  running.push(clamd)
  const scanner = openClamd({ host: '127.0.0.1', port: clamd.port }, { clock: systemClock })
  return { clamd, scanner }
}

scannerSuite('clamd', async () => {
  const { clamd, scanner } = await startClamd()
  return { scanner, standStill: () => clamd.be('silent'), resume: () => clamd.be('scan') }
})

const verdictOf = ({ scanner }: Awaited<ReturnType<typeof startClamd>>) =>
  scanner.scan(asBytes(VIRUS_MARKER), { withinMs: 30_000 })

async function* asBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function* manyBytes(): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < 500; piece++) yield Buffer.alloc(65_536)
}

describe('clamd', () => {
  const moods: [ClamdMood, object][] = [
    ['drop', { kind: 'error', reason: 'The connection ended without an answer.' }],
    ['fail', { kind: 'error', reason: 'stream: Allocation failed. ERROR' }],
    ['limits', { kind: 'too large' }],
  ]
  it.each(moods)('D02 that does %s is never treated as a clean result', async (mood, verdict) => {
    const started = await startClamd()
    started.clamd.be(mood)
    expect(await verdictOf(started)).toEqual(verdict)
    expect(started.scanner.awaySince()).toBeNull()
  })

  it.each([
    ['scan', ['too large']],
    ['reset', ['too large', 'error']],
  ] as const)('D02 that reports too much data during the transfer is read (%s)', async (mood, verdicts) => {
    const clamd = await startFakeClamd({ streamMaxLength: 100_000 })
    running.push(clamd)
    clamd.be(mood)
    const scanner = openClamd({ host: '127.0.0.1', port: clamd.port }, { clock: systemClock })
    const { kind } = await scanner.scan(manyBytes(), { withinMs: 30_000 })
    expect(verdicts).toContain(kind)
  })

  it('D02 that finds nothing before the end of the transfer is never believed', async () => {
    const { clamd, scanner } = await startClamd()
    clamd.be('early')
    expect(await scanner.scan(manyBytes(), { withinMs: 30_000 })).toEqual({
      kind: 'error',
      reason: 'It answered before it was sent everything.',
    })
  })

  it('C16 that takes too long over one file is not unreachable, and gets others immediately', async () => {
    const { clamd, scanner } = await startClamd()
    clamd.be('slow')
    expect(await scanner.scan(asBytes('slow'), { withinMs: 500 })).toEqual({
      kind: 'error',
      reason: 'The scanner took too long.',
    })
    expect(scanner.awaySince()).toBeNull()
    clamd.be('scan')
    expect(await scanner.scan(asBytes('a'), { withinMs: 30_000 })).toEqual({ kind: 'clean' })
  })

  it('is released immediately after a cancel, and is not unreachable', async () => {
    const { clamd, scanner } = await startClamd()
    clamd.be('slow')
    const signal = AbortSignal.timeout(200)
    const asked = performance.now()
    expect(await scanner.scan(asBytes('a'), { withinMs: 60_000, signal })).toMatchObject({
      kind: 'unavailable',
    })
    expect(await scanner.scan(asBytes('a'), { withinMs: 60_000, signal })).toMatchObject({
      kind: 'unavailable',
    })
    expect(performance.now() - asked).toBeLessThan(30_000)
    expect(scanner.awaySince()).toBeNull()
  })

  it('C16 that is missing is unreachable, and no one waits for it', async () => {
    const started = await startClamd()
    await started.clamd.stop()
    expect(await verdictOf(started)).toMatchObject({ kind: 'unavailable' })
    const since = started.scanner.awaySince()
    expect(since).not.toBeNull()
    expect(await started.scanner.probe()).toBeNull()
    expect(started.scanner.awaySince()).toBe(since)
  })
})

describe('the address of clamd', () => {
  it.each([
    ['tcp://clamd.example', { host: 'clamd.example', port: 3310 }],
    ['tcp://127.0.0.1:3311', { host: '127.0.0.1', port: 3311 }],
    ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('%s', (value, address) => expect(readClamdAddress(value)).toEqual(address))

  it.each([
    'localhost:3310',
    'http://clamd.example',
    'tcp://a:b@clamd.example',
    'tcp://clamd.example/scan',
    'unix:',
  ])('is not %s', (value) => expect(readClamdAddress(value)).toBeNull())
})
