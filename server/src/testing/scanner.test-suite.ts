import { describe, expect, it } from 'vitest'
import type { Scanner } from '../engines/scanner/scanner.ts'
import { VIRUS_MARKER, VIRUS_NAME } from './fake-clamd.ts'

const IN_TIME = { withinMs: 30_000 }

/** A daemon that accepts streams of at most ten million bytes, and can be made to hang. */
export type ScannerUnderTest = {
  readonly scanner: Scanner
  standStill(): void
  resume(): void
}

async function* inPieces(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The tests of every scanner. */
export function scannerSuite(name: string, open: () => Promise<ScannerUnderTest>): void {
  describe(`scanner: ${name}`, () => {
    it('finds nothing in clean bytes, however they come', async () => {
      const { scanner } = await open()
      expect(await scanner.scan(inPieces(Buffer.from('%PDF-1.7 clean')), IN_TIME)).toEqual({ kind: 'clean' })
      expect(await scanner.scan(inPieces(Buffer.alloc(5_000_000, 'a')), IN_TIME)).toEqual({ kind: 'clean' })
      const withGaps = [Buffer.from('a'), Buffer.alloc(0), Buffer.from('b')]
      expect(await scanner.scan(asStream(withGaps), IN_TIME)).toEqual({ kind: 'clean' })
      expect(scanner.awaySince()).toBeNull()
    })

    it('names the virus that it finds, at the beginning and at the end', async () => {
      const { scanner } = await open()
      const infected = { kind: 'infected', finding: VIRUS_NAME }
      expect(await scanner.scan(inPieces(Buffer.from(`%PDF-${VIRUS_MARKER}`)), IN_TIME)).toEqual(infected)
      const late = Buffer.concat([Buffer.alloc(5_000_000), Buffer.from(VIRUS_MARKER)])
      expect(await scanner.scan(inPieces(late), IN_TIME)).toEqual(infected)
    })

    it('never calls clean what is beyond its limits, also when it answers while that is still sent', async () => {
      const { scanner } = await open()
      const large = Buffer.concat([Buffer.alloc(12_000_000), Buffer.from(VIRUS_MARKER)])
      for (const bytes of [large, Buffer.alloc(60_000_000)]) {
        // If it cuts off a client that is still sending, its response may be lost.
        const { kind } = await scanner.scan(inPieces(bytes), IN_TIME)
        expect(['too large', 'error']).toContain(kind)
      }
      expect(scanner.awaySince()).toBeNull()
    })

    it('looks at many at once', async () => {
      const { scanner } = await open()
      const texts = Array.from({ length: 16 }, (_, number) => (number % 2 === 0 ? 'clean' : VIRUS_MARKER))
      const verdicts = await Promise.all(
        texts.map((text) => scanner.scan(inPieces(Buffer.from(text)), IN_TIME)),
      )
      expect(verdicts.map(({ kind }) => kind)).toEqual(
        texts.map((text) => (text === 'clean' ? 'clean' : 'infected')),
      )
    })

    it('one that stands still is unavailable in its time, is not asked again at once, and answers when it is back', async () => {
      const { scanner, standStill, resume } = await open()
      standStill()
      const asked = performance.now()
      expect(await scanner.scan(inPieces(Buffer.alloc(5_000_000)), { withinMs: 500 })).toMatchObject({
        kind: 'unavailable',
      })
      expect(scanner.awaySince()).not.toBeNull()
      expect(await scanner.scan(inPieces(Buffer.from('a')), IN_TIME)).toMatchObject({ kind: 'unavailable' })
      expect(performance.now() - asked).toBeLessThan(IN_TIME.withinMs)
      resume()
      expect(await scanner.probe()).toContain('ClamAV')
      expect(scanner.awaySince()).toBeNull()
      expect(await scanner.scan(inPieces(Buffer.from('a')), IN_TIME)).toEqual({ kind: 'clean' })
    })

    it('passes on what is wrong with the bytes themselves', async () => {
      const { scanner } = await open()
      await expect(scanner.scan(brokenBytes(), IN_TIME)).rejects.toThrow('The disk is broken.')
      expect(scanner.awaySince()).toBeNull()
    })
  })
}

async function* asStream(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}

async function* brokenBytes(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000)
  throw new Error('The disk is broken.')
}
