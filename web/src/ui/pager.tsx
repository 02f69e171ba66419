import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './pager.module.css'

/** A page to go to, or a gap between two pages. */
export type PageStep = number | 'gap'

type Props = {
  readonly page: number
  readonly totalPages: number
  readonly onPage: (page: number) => void
}

/** Navigates the pages of a list; renders nothing if the list is empty. */
export function Pager({ page, totalPages, onPage }: Props) {
  if (totalPages < 1 && page <= 1) return null
  return (
    <nav aria-label="Pages">
      <ul className={classes.list}>
        <li>
          <button
            type="button"
            className={classes.step}
            disabled={page <= 1}
            onClick={() => onPage(Math.min(page - 1, Math.max(totalPages, 1)))}
          >
            <IconChevronLeft aria-hidden size={16} />
            <span className={classes.word}>Previous</span>
          </button>
        </li>
        {pageWindow(page, totalPages).map((step, index, steps) =>
          step === 'gap' ? (
            <li key={`gap after ${steps[index - 1]}`} className={classes.gap} aria-hidden>
              …
            </li>
          ) : (
            <li key={step}>
              <PageButton page={step} isCurrent={step === page} onPage={onPage} />
            </li>
          ),
        )}
        <li>
          <button
            type="button"
            className={classes.step}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            <span className={classes.word}>Next</span>
            <IconChevronRight aria-hidden size={16} />
          </button>
        </li>
      </ul>
    </nav>
  )
}

type PageButtonProps = Pick<Props, 'page' | 'onPage'> & { readonly isCurrent: boolean }

function PageButton({ page, isCurrent, onPage }: PageButtonProps) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={`Page ${page}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onPage(page)}
    >
      {page}
    </button>
  )
}

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
