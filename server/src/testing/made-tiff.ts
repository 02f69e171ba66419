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
