import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { multipartBoundary, BrokenForm, readParts } from './form-parts.ts'

const BOUNDARY = 'x-boundary'

describe('the boundary', () => {
  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; Boundary="a b;c"', 'a b;c'],
    ['multipart/form-data;boundary=----WebKitFormBoundary7MA4', '----WebKitFormBoundary7MA4'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=', null],
    ['multipart/form-data; boundary=abc; boundary=def', null],
    [`multipart/form-data; boundary=${'x'.repeat(201)}`, null],
    ['multipart/form-database; boundary=abc', null],
    ['application/json', null],
    [undefined, null],
  ])('R5.48 of %j is %j', (contentType, boundary) => {
    expect(multipartBoundary(contentType)).toBe(boundary)
  })
})

describe('a form', () => {
  test('is parsed the same however it is cut into pieces', async () => {
    const content = Buffer.concat([
      Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}\r\n--\r\n\r\r\n-`),
      randomBytes(3000),
      Buffer.from('\r\n'),
    ])
    const whole = form([
      { header: 'form-data; name="description"', content: Buffer.from('Größe: 北京') },
      { header: 'form-data; name="file"; filename="a.pdf"', content },
      { header: 'form-data; name="empty"', content: Buffer.alloc(0) },
    ])
    for (const length of [1, 2, 3, 7, 64, 1021, whole.length]) {
      const parts = await readAll(whole, length)
      expect(parts.map(({ name, fileName }) => [name, fileName])).toEqual([
        ['description', null],
        ['file', 'a.pdf'],
        ['empty', null],
      ])
      expect(parts[0]?.content.toString()).toBe('Größe: 北京')
      expect(parts[1]?.content.equals(content)).toBe(true)
      expect(parts[2]?.content.length).toBe(0)
    }
  })

  test('may have some bytes before its first part and after its last', async () => {
    const whole = Buffer.concat([Buffer.from('hello\r\n'), form([PART]), Buffer.from('\r\nbye')])
    expect(await readAll(whole, 5)).toHaveLength(1)
  })

  test('without a part has none', async () => {
    expect(await readAll(Buffer.from(`--${BOUNDARY}--\r\n`), 100)).toEqual([])
  })

  const whole = () => form([PART])
  test.each([0, 1, 20, 60, 100, 120])('A11 cut off at %d bytes is reported as cut off', async (length) => {
    const reading = readAll(whole().subarray(0, length), 10)
    await expect(reading).rejects.toMatchObject({ isCut: true })
    await expect(reading).rejects.toThrow(BrokenForm)
  })

  test.each([
    ['a header without a name', form([{ header: 'form-data', content: PART.content }])],
    ['a header that is no form field', form([{ header: 'attachment; name="x"', content: PART.content }])],
    [
      'E09 a header of 20 kB',
      form([{ header: `form-data; name="${'n'.repeat(20_000)}"`, content: PART.content }]),
    ],
    ['E09 1000 parts', form(Array.from({ length: 1000 }, () => PART))],
    ['a damaged delimiter', Buffer.from(`--${BOUNDARY}!!\r\n`)],
    ['much before its first part', Buffer.concat([Buffer.alloc(70_000), form([PART])])],
    ['much after its last part', Buffer.concat([form([PART]), Buffer.alloc(70_000)])],
  ])('E09 with %s is refused as malformed, not as cut off', async (_what, bytes) => {
    await expect(readAll(bytes, 4096)).rejects.toMatchObject({ isCut: false })
  })

  test('is read only as fast as its consumer asks', async () => {
    let sent = 0
    async function* source(): AsyncGenerator<Buffer> {
      yield form([PART]).subarray(0, -20)
      for (;;) {
        sent++
        yield Buffer.alloc(1000)
      }
    }
    for await (const part of readParts(source(), BOUNDARY)) {
      let read = 0
      for await (const piece of part.bytes) {
        read += piece.length
        if (read > 10_000) break
      }
      break
    }
    expect(sent).toBeLessThan(15)
  })

  test('stops being read if a part is left unread', async () => {
    await expect(readNamesOnly(form([PART, PART]))).rejects.toThrow('was not read')
  })
})

const PART = { header: 'form-data; name="file"; filename="a.pdf"', content: Buffer.from('%PDF-1.7') }

function form(parts: readonly { header: string; content: Buffer }[]): Buffer {
  const pieces = parts.flatMap(({ header, content }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${header}\r\nContent-Type: text/plain\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function readAll(bytes: Buffer, length: number) {
  const parts: { name: string; fileName: string | null; content: Buffer }[] = []
  for await (const part of readParts(inPieces(bytes, length), BOUNDARY)) {
    const pieces: Buffer[] = []
    for await (const piece of part.bytes) pieces.push(Buffer.from(piece))
    parts.push({ ...part.header, content: Buffer.concat(pieces) })
  }
  return parts
}

async function readNamesOnly(bytes: Buffer): Promise<string[]> {
  const names: string[] = []
  for await (const { header } of readParts(inPieces(bytes, 50), BOUNDARY)) names.push(header.name)
  return names
}
