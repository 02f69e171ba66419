/** How people look at pages. */
export type Look = {
  /** 1 fits the width. */
  readonly zoom: number
  /** Degrees, clockwise. */
  readonly turn: 0 | 90 | 180 | 270
  readonly hasThumbnails: boolean
}

export const START: Look = { zoom: 1, turn: 0, hasThumbnails: false }

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next larger or smaller zoom; the same at the end. */
export function zoomed({ zoom }: Look, step: 1 | -1): number {
  const at = ZOOMS.findIndex((each) => each === zoom)
  return ZOOMS[at + step] ?? zoom
}

export function turned({ turn }: Look): Look['turn'] {
  const next = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
  return next[turn]
}
