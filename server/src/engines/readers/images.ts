import sharp, { type Sharp } from 'sharp'

// Only these formats have loaders here: a file named .png can be an SVG, whose loader reads other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff'] })
sharp.concurrency(1)
sharp.cache(false)

/** 16,383 pixels in square. */
const MAX_PIXELS = 268_402_689

/** An image of a file as people see it, turned as its camera says. Pages count from 0. */
export function openImage(bytes: Buffer, page = 0): Sharp {
  return sharp(bytes, {
    page,
    failOn: 'none',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
  }).autoOrient()
}

type RawSize = { readonly width: number; readonly height: number; readonly channels: 1 | 4 }

export function openRaw(pixels: Buffer, size: RawSize): Sharp {
  return sharp(pixels, { raw: size, limitInputPixels: MAX_PIXELS })
}
