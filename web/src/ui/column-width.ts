/** Pixels in a window of 1024, and of each further pixel up to 1440 the share. */
export type ColumnWidth = readonly [pixels: number, share: number]

/** The CSS length of a column that grows with the window, without what a side menu takes of it (`--side`). */
export function cssWidth([pixels, share]: ColumnWidth): string {
  return `calc(${pixels}px + ${share} * (clamp(1024px, 100vw - var(--side, 0px), 1440px) - 1024px))`
}
