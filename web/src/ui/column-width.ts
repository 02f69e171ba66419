/** The width in pixels in a window of 1024 px, and the share of each further pixel up to 1440 px. */
export type ColumnWidth = readonly [pixels: number, share: number]

/** The CSS length of a column that grows with the window, less the width of a side menu (`--side`). */
export function cssWidth([pixels, share]: ColumnWidth): string {
  return `calc(${pixels}px + ${share} * (clamp(1024px, 100vw - var(--side, 0px), 1440px) - 1024px))`
}
