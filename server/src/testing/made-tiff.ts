import sharp from 'sharp'

const PAGE = { width: 600, height: 800, channels: 3 as const, background: '#eeeeee' }

/** A TIFF with so many blank pages. */
export async function madeTiff(pages: number): Promise<Buffer> {
  const page = await sharp({ create: PAGE }).png().toBuffer()
  return sharp(
    Array.from({ length: pages }, () => page),
    { join: { animated: true } },
  )
    .tiff({ compression: 'lzw' })
    .toBuffer()
}

/** Tags of a gray page of 8 by 8 pixels: number, type, and value. Its pixels follow the header. */
const TINY_PAGE = [
  [256, 'short', 8],
  [257, 'short', 8],
  [258, 'short', 8],
  [259, 'short', 1],
  [262, 'short', 1],
  [273, 'long', 8],
  [277, 'short', 1],
  [278, 'short', 8],
  [279, 'long', 64],
] as const
const HEADER_BYTES = 8 + 64

/** A TIFF with so many pages of 8 by 8 pixels, which share their pixels: about 100 bytes a page. */
export function tiffOfTinyPages(pages: number): Buffer {
  const pageBytes = 2 + TINY_PAGE.length * 12 + 4
  const file = Buffer.alloc(HEADER_BYTES + pages * pageBytes)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(HEADER_BYTES, 4)
  for (let page = 0; page < pages; page += 1) {
    const at = HEADER_BYTES + page * pageBytes
    file.writeUInt16LE(TINY_PAGE.length, at)
    for (const [index, [tag, type, value]] of TINY_PAGE.entries()) {
      const field = at + 2 + index * 12
      file.writeUInt16LE(tag, field)
      file.writeUInt16LE(type === 'short' ? 3 : 4, field + 2)
      file.writeUInt32LE(1, field + 4)
      file.writeUInt32LE(value, field + 8)
    }
    file.writeUInt32LE(page + 1 < pages ? at + pageBytes : 0, at + pageBytes - 4)
  }
  return file
}
