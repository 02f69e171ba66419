import { encodeQR } from 'qr'

/** Modules of quiet around a code, which readers ask for (ISO/IEC 18004). */
const QUIET = 4

/** A QR code as the path of an SVG, a unit a module, with the quiet around it. */
export type QrPicture = { readonly size: number; readonly path: string }

/** The QR code of a text. */
export function qrPicture(text: string): QrPicture {
  const rows = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' })
  // A strip for each run of dark modules: a picture of single ones is three times as long.
  const strips = rows.flatMap((row, y) => {
    const text = row.map((isDark) => (isDark ? '#' : ' ')).join('')
    return [...text.matchAll(/#+/g)].map(
      ({ index: x, 0: { length } }) => `M${x} ${y}h${length}v1h-${length}z`,
    )
  })
  return { size: rows.length, path: strips.join('') }
}
