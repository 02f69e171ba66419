/** The width in pixels in a window of 1024 px, and the shares of each further pixel up to 1440 px, and from 1600 to 1920. */
export type ColumnWidth = readonly [pixels: number, share: number, wide?: number]

/** The CSS length of a column that grows with the window, less the width of a side menu or panel (`--side`). */
export function cssWidth([pixels, share, wide = 0]: ColumnWidth): string {
  const room = '100vw - var(--side, 0px)'
  const more = wide === 0 ? '' : ` + ${wide} * (clamp(1600px, ${room}, 1920px) - 1600px)`
  return `calc(${pixels}px + ${share} * (clamp(1024px, ${room}, 1440px) - 1024px)${more})`
}
