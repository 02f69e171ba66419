import { expect, test } from 'vitest'
import { DamagedPart, decodePart } from './decode-part.ts'
import { readStructure } from './structure.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const message = (...lines: string[]) => lines.join('\r\n')

const MESSAGES = message(
  'Content-Type: multipart/digest; boundary=x',
  '',
  '--x',
  '',
  'Subject: the first',
  '',
  'text',
  '--x',
  'Content-Type: text/html',
  '',
  '<p>',
  '--x--',
)

test.each([1, 7, 10_000])('in pieces of %i bytes parts have their offsets', async (size) => {
  const { parts, tooMuch } = await readStructure(inPieces(MESSAGES, size))
  const shown = parts.map(({ contentType, start, end }) => [contentType, MESSAGES.slice(start, end)])
  // A part of a digest is a message by default (RFC 2046, section 5.1.5).
  expect(shown).toEqual([
    ['message/rfc822', 'Subject: the first\r\n\r\ntext'],
    ['text/html', '<p>'],
  ])
  expect(tooMuch).toBeNull()
})

/** A text nested in this many others. */
function nested(depth: number): string {
  const open = Array.from({ length: depth }, (_, at) =>
    message(`Content-Type: multipart/mixed; boundary=b${at}`, '', `--b${at}`, ''),
  )
  return `${open.join('')}Content-Type: text/plain\r\n\r\ntext`
}

test('nested parts are read ten deep, and no deeper', async () => {
  expect((await readStructure(inPieces(nested(10), 100))).tooMuch).toBeNull()
  expect((await readStructure(inPieces(nested(11), 100))).tooMuch).toBe('depth')
})

test.each([
  ['is cut off', 'QUJDR'],
  ['goes on behind its end', 'QUI=QUJD'],
  ['has other letters', 'QUJ_'],
])('base64 that %s is damaged, for any size of pieces', async (_what, text) => {
  for (const size of [1, 3, 100]) {
    const decoded = async () => {
      for await (const _ of decodePart(inPieces(text, size), 'base64'));
    }
    await expect(decoded()).rejects.toThrow(DamagedPart)
  }
})

/** A message of this many parts, each with this many fields. */
function withFields(parts: number, fields: number, field = 'X-A: b'): string {
  const part = `--x\r\n${`${field}\r\n`.repeat(fields)}\r\ntext\r\n`
  return `Content-Type: multipart/mixed; boundary=x\r\n\r\n${part.repeat(parts)}--x--\r\n`
}

test.each([
  ['lines', withFields(100, 99), withFields(100, 100)],
  ['bytes', withFields(100, 2, `X: ${'y'.repeat(1300)}`), withFields(100, 2, `X: ${'y'.repeat(1310)}`)],
])('R11.22 the %s of all headers together are limited', async (_what, most, more) => {
  expect((await readStructure(inPieces(most, 65_536))).tooMuch).toBeNull()
  expect((await readStructure(inPieces(more, 65_536))).tooMuch).toBe('header')
})

test('R11.20 the header of a message that is not read to its end is reported as cut, one of a part is not', async () => {
  const cut = message(`X: ${'y'.repeat(262_144)}`, 'From: clerk@loving.example', '', 'text')
  expect((await readStructure(inPieces(cut, 65_536))).isHeaderCut).toBe(true)
  const { isHeaderCut, tooMuch } = await readStructure(inPieces(withFields(2, 6000), 65_536))
  expect([isHeaderCut, tooMuch]).toEqual([false, 'header'])
})
