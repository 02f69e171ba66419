import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { pageWindow } from './page-window.ts'
import classes from './pager.module.css'

type Props = {
  readonly page: number
  readonly totalPages: number
  readonly onPage: (page: number) => void
}

/** Navigates the pages of a list; nothing where the list is empty. */
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
