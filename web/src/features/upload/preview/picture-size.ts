/** More take over 160 MB when the browser draws them, whatever the size of the file. */
const MAX_PIXELS = 40_000_000
/** Bytes in which a header must end. Cameras write thumbnails and color profiles before it. */
const HEADER_BYTES = 1024 * 1024

type Size = { readonly width: number; readonly height: number }

export const NOT_SHOWN = 'The browser cannot show this picture.'

/**
 * Why a picture is not drawn, or null. The browser decodes all pixels first, and a small file may have so many that
 * the tab crashes. A file without a readable header may be of any type, so it is not drawn either.
 */
export async function pictureProblem(file: Blob): Promise<string | null> {
  const size = pictureSize(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()))
  if (size === null) return NOT_SHOWN
  const { width, height } = size
  if (width * height <= MAX_PIXELS) return null
  const [wide, high] = [width, height].map((pixels) => pixels.toLocaleString('en-US'))
  return `${wide} × ${high} pixels are too many for this preview.`
}

/** Width and height from the header of a PNG or a JPEG; null if it has none. */
export function pictureSize(bytes: Uint8Array): Size | null {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeOfPng(header) ?? sizeOfJpeg(header)
    return size && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    // The header goes on after the last byte.
    if (error instanceof RangeError) return null
    throw error
  }
}

const PNG_SIGNATURE = 0x89504e470d0a1a0an
const PNG_HEADER_CHUNK = 0x49484452

function sizeOfPng(header: DataView): Size | null {
  if (header.getBigUint64(0) !== PNG_SIGNATURE || header.getUint32(12) !== PNG_HEADER_CHUNK) return null
  return { width: header.getUint32(16), height: header.getUint32(20) }
}

const JPEG_SIGNATURE = 0xffd8
/** The picture itself, and the end. */
const LAST_MARKERS: ReadonlySet<number> = new Set([0xda, 0xd9])
/** Markers from 0xc0 to 0xcf that begin no frame: tables, and one for later use. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

/** Goes from segment to segment to the first frame, as decoders do: they skip bytes in between. */
function sizeOfJpeg(header: DataView): Size | null {
  if (header.getUint16(0) !== JPEG_SIGNATURE) return null
  for (let at = 2; ;) {
    while (header.getUint8(at) !== 0xff) at += 1
    while (header.getUint8(at) === 0xff) at += 1
    const marker = header.getUint8(at)
    at += 1
    if (LAST_MARKERS.has(marker)) return null
    if (isAlone(marker)) continue
    const length = header.getUint16(at)
    if (length < 2) return null
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return { height: header.getUint16(at + 3), width: header.getUint16(at + 5) }
    }
    at += length
  }
}

/** Whether a marker has no segment: a stuffed zero, TEM, and restarts. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}
