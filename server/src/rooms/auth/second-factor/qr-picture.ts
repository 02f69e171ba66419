import { encodeQR } from 'qr'

/** Modules of quiet around a code, which readers ask for (ISO/IEC 18004). */
const QUIET = 4

/** A QR code as the path of an SVG, a unit a module. */
export function qrPicture(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' })
  const strips = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: strips.join('') }
}
