import { expect, test } from 'vitest'
import { processorTimeOf } from '../../../testing/processor-time.ts'
import { DamagedPart, decodePart } from './decode-part.ts'
import { readParameters } from './parameters.ts'
import { decodeQuotedPrintable } from './quoted-printable.ts'
import { readStructure } from './structure.ts'

/** Milliseconds of processor time for a megabyte of a stranger's message. Quadratic work takes minutes. */
const AT_MOST_MS = 2000
const MEGABYTE = 1_048_576

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += MEGABYTE) yield bytes.subarray(at, at + MEGABYTE)
}

async function lengthOf(pieces: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) bytes += piece.length
  return bytes
}

test('spaces at the ends of lines are dropped, inner ones stay, and a megabyte of them takes no time', async () => {
  expect(decodeQuotedPrintable(Buffer.from('a \t\r\nb c=3D= \r\nd \n  e  ')).toString()).toBe(
    'a\r\nb c=d\n  e',
  )
  const blanks = Buffer.from(`${' '.repeat(200_000)}x`)
  expect(await processorTimeOf(() => decodeQuotedPrintable(blanks))).toBeLessThan(AT_MOST_MS)
}, 120_000)

test.each([
  ['the id of a part', `Content-ID: ${'<'.repeat(100_000)}`],
  ['comments between parameters', `X: y\r\nContent-Type: a/b;${'()'.repeat(4000)}`],
  ['what opens comments', `Content-Transfer-Encoding: ${'('.repeat(100_000)}`],
])(
  '%s is read in a moment',
  async (_what, header) => {
    const parts = Array.from({ length: 20 }, () => `--x\r\n${header}\r\n\r\ntext\r\n`).join('')
    const message = Buffer.from(`Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts}--x--\r\n`)
    expect(await processorTimeOf(() => readStructure(piecesOf(message)))).toBeLessThan(AT_MOST_MS)
  },
  300_000,
)

test('parameters after comments are read', () => {
  const { value, parameters } = readParameters('text/plain (a); (b) (c) name="a.txt"; (d) charset=utf-8')
  expect([value, ...parameters]).toEqual(['text/plain', ['name', 'a.txt'], ['charset', 'utf-8']])
})

test('reading a message of only line ends lets other work run, and stops before its end', async () => {
  let turns = 0
  const others = setInterval(() => turns++, 0)
  const { tooMuch } = await readStructure(piecesOf(Buffer.alloc(6 * MEGABYTE, '\n')))
  clearInterval(others)
  expect(tooMuch).toBe('lines')
  expect(turns).toBeGreaterThan(50)
}, 120_000)

test('an endless line of quoted-printable is damaged, however long it is', async () => {
  const endless = piecesOf(Buffer.alloc(3 * MEGABYTE, '=41'))
  await expect(lengthOf(decodePart(endless, 'quoted-printable'))).rejects.toThrow(DamagedPart)
})
