/** A page to go to, or the gap between two of them. */
export type PageStep = number | 'gap'

/** First page, last page, the current one plus and minus one, gaps between (specification, section 2). Pages from 1. */
export function pageWindow(current: number, total: number): PageStep[] {
  const shown = [1, current - 1, current, current + 1, total]
    .filter((page) => page >= 1 && page <= total)
    .sort((one, other) => one - other)
  const pages = [...new Set(shown)]
  return pages.flatMap((page, index): PageStep[] => {
    const before = pages[index - 1]
    return before !== undefined && page - before > 1 ? ['gap', page] : [page]
  })
}
