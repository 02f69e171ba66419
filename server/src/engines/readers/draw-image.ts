import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  MAX_DRAWN_PAGES,
  MAX_DRAWN_PIXELS,
  UnreadablePage,
  type DrawnFile,
  type DrawnPages,
} from './drawn-file.ts'

/** Pixels of one page, 16,384 squared. */
const MAX_INPUT_PIXELS = 268_402_689
/** Milliseconds for the sizes of pages; the rest gets the size of the first page. */
const SIZES_MS = 3000

sharp.concurrency(1)
sharp.cache(false)
// Otherwise a file named .png could reach the reader of SVG or of another format.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff'],
})

/** A JPEG, a PNG or a TIFF of several pages. @throws UnreadablePage */
export async function openImage(bytes: Uint8Array): Promise<DrawnFile> {
  const pageAt = (page: number) => sharp(bytes, { page, limitInputPixels: MAX_INPUT_PIXELS, failOn: 'none' })
  const first = await metadataOf(pageAt(0))
  if (!first) throw new UnreadablePage()
  const pageCount = first.pages ?? 1
  return {
    pages: () => pagesOf(pageAt, { first, pageCount }),
    async draw(page, width) {
      const facts = await metadataOf(pageAt(page))
      if (!facts) throw new UnreadablePage()
      const resized = pageAt(page)
        .autoOrient()
        .resize({ width, height: MAX_DRAWN_PIXELS, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
      // A page of a fax has two colors.
      if (facts.bitsPerSample === 1) {
        const bytes = await resized.png({ palette: true, colors: 16, effort: 1, dither: 0 }).toBuffer()
        return { type: 'image/png' as const, bytes }
      }
      const bytes = await resized.toColorspace('srgb').webp({ quality: 70, effort: 1 }).toBuffer()
      return { type: 'image/webp' as const, bytes }
    },
    texts: () => [],
    close: () => {},
  }
}

type Pages = { readonly first: Metadata; readonly pageCount: number }

async function pagesOf(pageAt: (page: number) => Sharp, { first, pageCount }: Pages): Promise<DrawnPages> {
  const start = performance.now()
  const sizes: [number, number][] = []
  for (let page = 0; page < Math.min(pageCount, MAX_DRAWN_PAGES); page++) {
    const isLate = performance.now() - start > SIZES_MS
    sizes.push(sizeOf((page === 0 || isLate ? first : await metadataOf(pageAt(page))) ?? first))
  }
  return { pageCount, sizes }
}

/** Null for a page that is damaged. */
async function metadataOf(page: Sharp): Promise<Metadata | null> {
  return page.metadata().catch(() => null)
}

/** As people see it, after its rotation. */
function sizeOf({ autoOrient: { width, height } }: Metadata): [number, number] {
  return [Math.max(width, 1), Math.max(height, 1)]
}
