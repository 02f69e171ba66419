import { brightness, plat, type PictureSize } from './picture.ts'

const SHORT = 3
const LONG = 4
const RATIONAL = 5
const HEADER_BYTES = 8
const DOTS_PER_INCH = 200
/** Darker than it is black, as a scanner set to text decides. */
const THRESHOLD = 200

/** A black and white scan of a plat as an uncompressed TIFF 6.0 of one strip. Width and height in pixels. */
export function tifFile(size: PictureSize): Buffer {
  const { width, height } = size
  const bits = blackAndWhite(size)
  const resolutionAt = HEADER_BYTES + bits.length
  const directoryAt = resolutionAt + 8 + ((resolutionAt + 8) % 2)
  const tags: [tag: number, type: number, value: number][] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 1],
    // No compression; black is zero.
    [259, SHORT, 1],
    [262, SHORT, 1],
    [273, LONG, HEADER_BYTES],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, bits.length],
    [282, RATIONAL, resolutionAt],
    [283, RATIONAL, resolutionAt],
    // Dots per inch.
    [296, SHORT, 2],
  ]
  const file = Buffer.alloc(directoryAt + 2 + tags.length * 12 + 4)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(directoryAt, 4)
  file.set(bits, HEADER_BYTES)
  file.writeUInt32LE(DOTS_PER_INCH, resolutionAt)
  file.writeUInt32LE(1, resolutionAt + 4)
  file.writeUInt16LE(tags.length, directoryAt)
  for (const [index, [tag, type, value]] of tags.entries()) {
    const at = directoryAt + 2 + index * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(1, at + 4)
    file.writeUInt32LE(value, at + 8)
  }
  return file
}

/** One bit a pixel, rows padded to whole bytes. */
function blackAndWhite(size: PictureSize): Buffer {
  const picture = plat(size)
  const rowBytes = Math.ceil(size.width / 8)
  const bits = Buffer.alloc(rowBytes * size.height)
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      if (brightness(picture, x, y) < THRESHOLD) continue
      const at = y * rowBytes + Math.floor(x / 8)
      bits[at] = (bits[at] ?? 0) + 2 ** (7 - (x % 8))
    }
  }
  return bits
}
