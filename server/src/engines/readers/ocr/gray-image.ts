import type { Sharp } from 'sharp'
import { openRaw } from '../images.ts'
import type { PageBitmap } from '../pdf-document.ts'

/** A byte a pixel: 0 is black. */
export type GrayImage = { readonly data: Buffer; readonly width: number; readonly height: number }

export async function toGray(image: Sharp): Promise<GrayImage> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .grayscale()
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

export function grayOf({ width, height, rgba }: PageBitmap): Promise<GrayImage> {
  return toGray(openRaw(rgba, { width, height, channels: 4 }))
}

/** Turns an image clockwise by any angle. It grows, and its corners become white. */
export async function turn(image: GrayImage, degrees: number): Promise<GrayImage> {
  if (degrees === 0) return image
  return toGray(
    openRaw(image.data, { ...sizeOf(image), channels: 1 }).rotate(degrees, { background: '#fff' }),
  )
}

/** A PNG says its resolution, which the recognition of letters needs. */
export function toPng(image: GrayImage, dpi: number): Promise<Buffer> {
  return openRaw(image.data, { ...sizeOf(image), channels: 1 })
    .png({ compressionLevel: 1 })
    .withMetadata({ density: dpi })
    .toBuffer()
}

function sizeOf({ width, height }: GrayImage) {
  return { width, height }
}
