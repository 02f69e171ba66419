import { expect, test } from 'vitest'
import { pictureProblem, pictureSize } from './picture-size.ts'

const two = (value: number) => [value >> 8, value & 255]
const four = (value: number) => [...two(value >>> 16), ...two(value & 0xffff)]
const bytes = (...parts: readonly (number | readonly number[])[]) => Uint8Array.from(parts.flat())

const png = (width: number, height: number, chunk = 'IHDR') =>
  bytes(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    four(13),
    [...Buffer.from(chunk)],
    four(width),
    four(height),
  )

const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  ...two(content.length + 2),
  ...content,
]
const frame = (width: number, height: number, marker = 0xc0) =>
  segment(marker, [8, ...two(height), ...two(width), 1, 1, 0x11, 0])
const jpeg = (...segments: readonly (readonly number[])[]) => bytes([0xff, 0xd8], ...segments)

test.each([
  ['a PNG', png(1200, 800)],
  ['a JPEG', jpeg(segment(0xe0, [1, 2, 3]), frame(1200, 800))],
  ['a progressive JPEG', jpeg(segment(0xc4, [0, 0]), segment(0xdb, [0]), frame(1200, 800, 0xc2))],
  ['a JPEG with fill bytes', jpeg([0xff, 0xff], frame(1200, 800))],
  ['a JPEG with bytes between segments', jpeg([0, 1, 2], [0xff, 0], [0xff, 0x01], frame(1200, 800))],
  // A thumbnail has a frame of its own inside the segment.
  ['a JPEG with a thumbnail', jpeg(segment(0xe1, [...frame(160, 120)]), frame(1200, 800))],
])('R3.34 the size of %s is in its header', (_kind, header) => {
  expect(pictureSize(header)).toEqual({ width: 1200, height: 800 })
})

test.each([
  ['no bytes', bytes()],
  ['a GIF with the name of a PNG', bytes([...Buffer.from('GIF89a')], two(1200), two(800))],
  ['a WebP', bytes([...Buffer.from('RIFF....WEBPVP8X')], four(0))],
  ['a PNG that begins with another chunk', png(1200, 800, 'CgBI')],
  ['a PNG that ends in its header', png(1200, 800).slice(0, 20)],
  ['a PNG without width', png(0, 800)],
  ['a JPEG without height', jpeg(frame(1200, 0))],
  ['a JPEG that ends in its frame', jpeg(frame(1200, 800).slice(0, 7))],
  ['a JPEG whose picture begins without a frame', jpeg(segment(0xda, [1]), frame(1200, 800))],
  ['a JPEG that ends first', jpeg([0xff, 0xd9], frame(1200, 800))],
  ['a JPEG with a segment of no length', jpeg([0xff, 0xe0, 0, 0], frame(1200, 800))],
])('R3.34 %s has no size', (_kind, header) => {
  expect(pictureSize(header)).toBeNull()
})

const problemOf = (width: number, height: number) => pictureProblem(new Blob([png(width, height)]))

test('R3.34 a picture of at most 40 megapixels is drawn', async () => {
  expect(await problemOf(8000, 5000)).toBeNull()
  expect(await problemOf(8000, 5001)).toBe('8,000 × 5,001 pixels are too many for this preview.')
  expect(await problemOf(0xffffffff, 1)).toBe('4,294,967,295 × 1 pixels are too many for this preview.')
})

test('R3.34 a picture that says no size is not drawn', async () => {
  const unknown = 'The browser cannot show this picture.'
  expect(await pictureProblem(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))).toBe(unknown)
  const padding = Array.from({ length: 17 }, () =>
    segment(
      0xe1,
      Array.from({ length: 65_000 }, () => 0),
    ),
  )
  expect(await pictureProblem(new Blob([jpeg(...padding, frame(9, 9))]))).toBe(unknown)
})
