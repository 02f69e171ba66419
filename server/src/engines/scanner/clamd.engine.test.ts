import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startClamd, type RealClamd } from '../../testing/engines/clamd.ts'
import { VIRUS_MARKER } from '../../testing/fake-clamd.ts'
import { scannerSuite } from '../../testing/scanner.test-suite.ts'
import { systemClock } from '../clock/clock.ts'
import { openClamd } from './clamd.ts'

let clamd: RealClamd

beforeAll(async () => {
  clamd = await startClamd()
})
afterAll(() => clamd.stop())

scannerSuite('the ClamAV daemon', async () => ({
  scanner: openClamd(clamd.address, { clock: systemClock }),
  standStill: clamd.standStill,
  resume: clamd.resume,
}))

const IN_TIME = { withinMs: 60_000 }
const scanned = (bytes: Buffer) =>
  openClamd(clamd.address, { clock: systemClock }).scan(inOnePiece(bytes), IN_TIME)

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

test('D01 V5.4.3 a virus within a compressed Office file is found', async () => {
  const office = zipSync({ 'word/document.xml': Buffer.from(`<w:p>${VIRUS_MARKER}</w:p>`) })
  expect(await scanned(Buffer.from(office))).toMatchObject({ kind: 'infected' })
})

test('D02 a virus after 70 MB of zeros in a docx is found with the limits of the guide', async () => {
  const behind = Buffer.concat([Buffer.alloc(70_000_000), Buffer.from(VIRUS_MARKER)])
  const office = Buffer.from(zipSync({ 'word/media/image1.bin': behind }))
  expect(office.length).toBeLessThan(1_000_000)
  expect(await scanned(office)).toMatchObject({ kind: 'infected' })
})

test('D02 a docx of 500 MB unpacked passes the limits of the guide', async () => {
  // Only its size limits matter here. A machine under load may take longer than the guide allows.
  const patient = await startClamd({ maxScanTime: 500_000 })
  try {
    const part = Buffer.alloc(99_900_000)
    const names = [1, 2, 3, 4, 5].map((number) => `word/media/image${number}.bin`)
    const office = Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, part])), { level: 1 }))
    const scanner = openClamd(patient.address, { clock: systemClock })
    expect(await scanner.scan(inOnePiece(office), { withinMs: 500_000 })).toEqual({ kind: 'clean' })
  } finally {
    await patient.stop()
  }
}, 600_000)
