import { codesOf, entropyCoder, type EntropyCoder, type HuffmanTable } from './jpg-entropy.ts'
import { brightness, plat, type Picture, type PictureSize } from './picture.ts'

/** Where the coefficients of an 8 × 8 block stand when they are read from low to high frequency. */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]
/** One step for every frequency: plain, and finer than an eye needs. */
const STEP = 16

/**
 * Codes of one length for all symbols, which the standard allows and every decoder reads: 4 bits for the sizes of the
 * constant part, 8 bits for runs and sizes. All ones may not be a code (ITU-T T.81, annex C), so no table is full.
 */
const CONSTANT_TABLE: HuffmanTable = {
  id: 0x00,
  length: 4,
  symbols: Array.from({ length: 12 }, (_, size) => size),
}
const FREQUENCY_TABLE: HuffmanTable = {
  id: 0x10,
  length: 8,
  symbols: [
    0x00,
    0xf0,
    ...Array.from({ length: 160 }, (_, index) => Math.floor(index / 10) * 16 + (index % 10) + 1),
  ],
}

/** A baseline JPEG of a plat in grey (ITU-T T.81). Width and height in pixels. */
export function jpgFile(size: PictureSize): Buffer {
  const picture = plat(size)
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(size.height, 1)
  frame.writeUInt16BE(size.width, 3)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe0, Buffer.from('4a46494600010101004800480000', 'hex')),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, STEP)])),
    segment(0xc0, frame),
    segment(0xc4, tableBytes(CONSTANT_TABLE)),
    segment(0xc4, tableBytes(FREQUENCY_TABLE)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scan(picture),
    Buffer.from('ffd9', 'hex'),
  ])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function tableBytes({ id, length, symbols }: HuffmanTable): Buffer {
  const counts = Buffer.alloc(16)
  counts.writeUInt8(symbols.length, length - 1)
  return Buffer.concat([Buffer.from([id]), counts, Buffer.from(symbols)])
}

function scan(picture: Picture): Buffer {
  const coder = entropyCoder()
  let before = 0
  for (let top = 0; top < picture.height; top += 8) {
    for (let left = 0; left < picture.width; left += 8) {
      const block = frequencies(samples(picture, left, top))
      writeBlock(coder, block, before)
      before = block[0] ?? 0
    }
  }
  return coder.finish()
}

/** Brightness of 8 × 8 pixels around zero; at the border the last pixel is repeated. */
function samples(picture: Picture, left: number, top: number): number[] {
  return Array.from({ length: 64 }, (_, index) => {
    const x = Math.min(left + (index % 8), picture.width - 1)
    const y = Math.min(top + Math.floor(index / 8), picture.height - 1)
    return brightness(picture, x, y) - 128
  })
}

const COSINES = Array.from({ length: 64 }, (_, index) => {
  const frequency = Math.floor(index / 8)
  const scale = frequency === 0 ? Math.SQRT1_2 : 1
  return (scale / 2) * Math.cos((((index % 8) * 2 + 1) * frequency * Math.PI) / 16)
})

/** The discrete cosine transform, rows then columns, in steps and in zigzag order. */
function frequencies(block: readonly number[]): number[] {
  const transformed = transformRows(transformRows(block))
  return ZIGZAG.map((place) => Math.round((transformed[place] ?? 0) / STEP))
}

/** Transforms each row and turns rows into columns, so that twice does the whole block. */
function transformRows(block: readonly number[]): number[] {
  return Array.from({ length: 64 }, (_, index) => {
    const frequency = Math.floor(index / 8)
    const row = index % 8
    let sum = 0
    for (let x = 0; x < 8; x += 1) sum += (block[row * 8 + x] ?? 0) * (COSINES[frequency * 8 + x] ?? 0)
    return sum
  })
}

const CONSTANT_CODES = codesOf(CONSTANT_TABLE)
const FREQUENCY_CODES = codesOf(FREQUENCY_TABLE)

function writeBlock(coder: EntropyCoder, block: readonly number[], before: number): void {
  coder.write(CONSTANT_CODES, 0, (block[0] ?? 0) - before)
  let zeros = 0
  for (const value of block.slice(1)) {
    if (value === 0) zeros += 1
    else {
      for (; zeros > 15; zeros -= 16) coder.writeSymbol(FREQUENCY_CODES, 0xf0)
      coder.write(FREQUENCY_CODES, zeros, value)
      zeros = 0
    }
  }
  if (zeros > 0) coder.writeSymbol(FREQUENCY_CODES, 0x00)
}
