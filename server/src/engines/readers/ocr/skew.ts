import type { GrayImage } from './gray-image.ts'

/** Degrees. A page that is turned further is found by its orientation. */
const MAX_SKEW = 7
/** Pixels of the width at which the skew is looked for. */
const WIDTH = 1000
/** Of 255. */
const DARK = 110
/** A page with more dark pixels is a photo. */
const MAX_DARK_SHARE = 0.4
/** A sample of so many dark pixels is enough. */
const MAX_POINTS = 120_000

/**
 * How many degrees the lines of a page descend to the right, within ±7. The rows of a straight page are either full of
 * letters or empty, so the right angle is the one with the sharpest change between rows.
 */
export function skewOf(image: GrayImage): number {
  const points = darkPoints(image)
  if (points === null) return 0
  const around = bestAngle(points, anglesFrom(-MAX_SKEW, MAX_SKEW, 0.5))
  return bestAngle(points, anglesFrom(around - 0.4, around + 0.4, 0.1))
}

type Points = { readonly xs: Float32Array; readonly ys: Float32Array; readonly height: number }

function darkPoints({ data, width, height }: GrayImage): Points | null {
  const step = Math.max(1, width / WIDTH)
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const found: number[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const pixel = data[Math.floor(row * step) * width + Math.floor(column * step)] ?? 255
      if (pixel < DARK) found.push(row * columns + column)
    }
  }
  if (found.length === 0 || found.length > columns * rows * MAX_DARK_SHARE) return null
  const every = Math.ceil(found.length / MAX_POINTS)
  const sample = found.filter((_, nth) => nth % every === 0)
  return {
    xs: Float32Array.from(sample, (at) => (at % columns) - columns / 2),
    ys: Float32Array.from(sample, (at) => Math.floor(at / columns)),
    height: rows,
  }
}

function anglesFrom(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, nth) => first + nth * step)
}

function bestAngle(points: Points, angles: readonly number[]): number {
  const scored = angles.map((angle) => ({ angle, score: sharpness(points, angle) }))
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { angle: 0, score: -1 })
  return Math.round(best.angle * 10) / 10
}

function sharpness({ xs, ys, height }: Points, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180)
  // A sheared page is higher than the page, by less than a seventh of its width.
  const margin = WIDTH / 7
  const rows = new Float64Array(height + 2 * margin)
  for (let point = 0; point < xs.length; point++) {
    const row = Math.round((ys[point] ?? 0) + margin - slope * (xs[point] ?? 0))
    rows[row] = (rows[row] ?? 0) + 1
  }
  return rows.reduce((sum, count, row) => sum + (row === 0 ? 0 : (count - (rows[row - 1] ?? 0)) ** 2), 0)
}
