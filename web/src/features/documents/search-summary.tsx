import { SelectField } from '../../ui/select-field.tsx'
import classes from './search-summary.module.css'
import type { FilesScreen } from './use-files-screen.ts'

const ORDERS = [
  { value: 'list', label: 'Order of the list' },
  { value: 'best', label: 'Best match' },
]

const WORDS = new Intl.ListFormat('en-US')

/** How a search was answered, and the order of its results. */
export function SearchSummary({ screen }: { readonly screen: FilesScreen }) {
  const { state, shown, failure, narrow } = screen
  if (state.q === '') return null
  const { corrections = [], leftOut = [] } = (shown?.of.q === state.q ? shown.page.search : null) ?? {}
  return (
    <section aria-label="Search results" className={classes.summary}>
      <output className={classes.notes}>
        {failure !== null && <span className={classes.problem}>{failure}</span>}
        {corrections.length > 0 && (
          <span>
            Showing results for <b>{WORDS.format(corrections.map(({ by }) => by))}</b>. No file has{' '}
            {WORDS.format(corrections.map(({ word }) => word))}.
          </span>
        )}
        {leftOut.length > 0 && <span>Too many files have {WORDS.format(leftOut)}, so we left it out.</span>}
        {shown?.page.hasMore === true && (
          <span>Only the newest 10,000 files are listed. Add a word or a filter to see older ones.</span>
        )}
      </output>
      <SelectField
        label="Order"
        options={ORDERS}
        value={state.order}
        onChange={(order) => narrow({ order: order === 'best' ? 'best' : 'list' })}
      />
    </section>
  )
}
