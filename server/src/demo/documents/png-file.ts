import { crc32, deflateSync } from 'node:zlib'
import { plat, type PictureSize } from './picture.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const BITS = 8
const TRUECOLOUR = 2

/** A PNG of a plat in colour. Width and height in pixels. */
export function pngFile(size: PictureSize): Buffer {
  const { width, height, pixels } = plat(size)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(BITS, 8)
  header.writeUInt8(TRUECOLOUR, 9)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (1 + width * 3) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
