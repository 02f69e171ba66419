import readCode from 'qr/decode.js'

/** The part of a PDF page's reader for pictures made of paths. */
type Drawn = { getOperatorList(): Promise<{ fnArray: readonly number[]; argsArray: readonly unknown[] }> }

/** The codes of PDF.js for a path and a fill. */
const CONSTRUCT_PATH = 91
const FILL = 22
/** The code for a move inside a path. */
const MOVE_TO = 0
const LINE_TO = 1

/** Light modules around a code, and pixels per module as a camera may see it. */
const QUIET = 4
const PIXELS = 4

type Strip = { readonly from: number; readonly to: number; readonly y: number }

/** The text that a phone reads in the QR codes on a page of a PDF. */
export async function readQrCodes(page: Drawn): Promise<string[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.flatMap((operator, at) => {
    if (operator !== CONSTRUCT_PATH) return []
    const [what, [path]] = argsArray[at] as [number, [Float32Array]]
    return what === FILL ? [textOf(stripsOf(path))] : []
  })
}

/** The text that a phone reads in a QR code that is the path of an SVG. */
export function readQrPath(path: string): string {
  const strips = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, width]) => {
    return { from: Number(x), to: Number(x) + Number(width), y: Number(y) }
  })
  return textOf(strips)
}

/** A run of dark modules begins at a move of the path, and ends where its first line leads. */
function stripsOf(path: Float32Array): Strip[] {
  const strips: Strip[] = []
  let at = 0
  while (at < path.length) {
    const [operator, x = 0, y = 0, next, to = 0] = path.subarray(at, at + 5)
    if (operator === MOVE_TO && next === LINE_TO) strips.push({ from: x, to, y })
    at += operator === MOVE_TO || operator === LINE_TO ? 3 : 1
  }
  return strips
}

function textOf(strips: readonly Strip[]): string {
  const size = (Math.max(...strips.map(({ to }) => to)) + QUIET) * PIXELS
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const { from, to, y } of strips) {
    for (let row = y * PIXELS; row < (y + 1) * PIXELS; row += 1) {
      data.fill(0, (row * size + from * PIXELS) * 4, (row * size + to * PIXELS) * 4)
    }
  }
  // Black is opaque, too.
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  return readCode({ width: size, height: size, data })
}
