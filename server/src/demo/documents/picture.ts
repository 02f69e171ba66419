/** A picture in memory: three bytes a pixel, red, green, blue, row by row from the top. */
export type Picture = { width: number; height: number; pixels: Uint8Array }
export type PictureSize = { width: number; height: number; seed?: number }

type Colour = readonly [number, number, number]
const PAPER: Colour = [246, 243, 234]
const INK: Colour = [36, 86, 105]
const SURVEYED: Colour = [199, 111, 48]
const ROAD: Colour = [205, 208, 205]

/** A plat: parcels between roads, one of them surveyed. The same seed draws the same plat. */
export function plat({ width, height, seed = 1 }: PictureSize): Picture {
  const picture: Picture = { width, height, pixels: new Uint8Array(width * height * 3) }
  fill(picture, { left: 0, top: 0, right: width, bottom: height }, PAPER)
  const random = randomNumbers(seed)
  const columns = cuts(width, random)
  const rows = cuts(height, random)
  const surveyed = Math.floor(random() * columns.length * rows.length)
  let number = 0
  for (const [top, bottom] of rows) {
    for (const [left, right] of columns) {
      const box = { left, top, right, bottom }
      fill(picture, box, INK)
      fill(picture, inside(box, 1), number === surveyed ? SURVEYED : PAPER)
      number += 1
    }
  }
  const road = Math.floor(height * (0.3 + random() * 0.4))
  fill(
    picture,
    { left: 0, top: road, right: width, bottom: road + Math.max(1, Math.floor(height / 24)) },
    ROAD,
  )
  return picture
}

/** The brightness of a pixel, 0 to 255 (ITU-R BT.601). */
export function brightness(picture: Picture, x: number, y: number): number {
  const at = (y * picture.width + x) * 3
  const [red = 0, green = 0, blue = 0] = picture.pixels.subarray(at, at + 3)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

type Box = { left: number; top: number; right: number; bottom: number }

function inside({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left + by, top: top + by, right: right - by, bottom: bottom - by }
}

function fill({ width, height, pixels }: Picture, { left, top, right, bottom }: Box, colour: Colour): void {
  for (let y = top; y < Math.min(bottom, height); y += 1) {
    for (let x = left; x < Math.min(right, width); x += 1) pixels.set(colour, (y * width + x) * 3)
  }
}

/** Three to six spans of uneven length with a margin around them. */
function cuts(length: number, random: () => number): [number, number][] {
  const parts = 3 + Math.floor(random() * 4)
  const margin = Math.floor(length / 12)
  const borders = Array.from({ length: parts + 1 }, (_, index) => {
    const sway = index === 0 || index === parts ? 0 : (random() - 0.5) * 0.5
    return margin + Math.round(((length - 2 * margin) * (index + sway)) / parts)
  })
  return borders.slice(1).map((right, index) => [borders[index] ?? 0, right])
}

/** Repeatable numbers from 0 to 1 (Park and Miller's minimal standard). */
function randomNumbers(seed: number): () => number {
  let state = (Math.abs(Math.floor(seed)) % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
