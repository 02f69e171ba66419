import { encodeQR } from 'qr'

/** Modules of the quiet zone around a code, which readers need (ISO/IEC 18004). */
const QUIET = 4

/** A QR code as an SVG path with one unit per module, including the quiet zone. */
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
