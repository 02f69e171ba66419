import { IconChevronDown, IconFilter, IconRefresh } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { Button } from '../../ui/button.tsx'
import type { SearchOutcome } from '../../lib/files.wire.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { AppliedFilters } from './applied-filters.tsx'
import { isColumnOrder } from './columns/sort.ts'
import { FilterForm } from './filter-form.tsx'
import classes from './files.module.css'
import type { FilesScreen, ListLookups } from './use-files-screen.ts'
import summaryClasses from './search-summary.module.css'

type Props = {
  readonly screen: FilesScreen
  readonly lookups: ListLookups
  /** Further buttons of the list. */
  readonly tools: ReactNode
  /** Called after the filters were applied and the panel has folded. */
  readonly onFolded: () => void
}

/** The collapsible filter panel; choices take effect on Apply. */
export function FilesFilters({ screen, lookups, tools, onFolded }: Props) {
  const [isOpen, setIsOpen] = useState(screen.codec.filters(screen.state).some((name) => name !== 'q'))
  const panel = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  useSingleKeys({
    f: () => {
      flushSync(() => setIsOpen(true))
      panel.current?.querySelector('select')?.focus()
    },
  })
  return (
    <section className={classes.filters} aria-label="Filters">
      <div className={classes.filterBar}>
        <button
          ref={toggle}
          type="button"
          className={classes.filterToggle}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconFilter aria-hidden size={17} />
          Add Filters
          <IconChevronDown aria-hidden size={16} className={classes.chevron} />
        </button>
        <AppliedFilters screen={screen} lookups={lookups} onTakenOff={() => toggle.current?.focus()} />
        <div className={classes.tools}>
          <SortChoice screen={screen} />
          {tools}
          <Button onClick={() => screen.narrow({})}>
            <IconRefresh aria-hidden size={16} />
            <span className={classes.refresh}>Refresh</span>
          </Button>
        </div>
      </div>
      <MissingNames lookups={lookups} isPanelOpen={isOpen} />
      <div ref={panel} id={panelId} hidden={!isOpen}>
        <FilterForm
          screen={screen}
          lookups={lookups}
          onApplied={() => {
            if (!matchMedia('(width < 768px)').matches) return
            // Otherwise the open panel pushes the first result below the window.
            flushSync(() => setIsOpen(false))
            onFolded()
          }}
        />
      </div>
    </section>
  )
}

const CHOICES = [
  { value: 'list', label: 'Status and date' },
  { value: 'best', label: 'Best match' },
]

/** The order of the results of a search, in the filter bar. Headings sort a list without a search. */
function SortChoice({ screen: { state, narrow } }: Pick<Props, 'screen'>) {
  if (state.q === '') return null
  const choices = isColumnOrder(state.order)
    ? [...CHOICES, { value: state.order, label: 'By column' }]
    : CHOICES
  return (
    <label className={classes.sort}>
      <span>Sort</span>
      <select
        value={state.order}
        onChange={({ currentTarget: { value } }) => narrow({ order: value === 'best' ? 'best' : 'list' })}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Reports lookup lists that failed to load, except those that a field of the open panel reports. */
function MissingNames({ lookups, isPanelOpen }: Pick<Props, 'lookups'> & { readonly isPanelOpen: boolean }) {
  const { categories, types, counties } = lookups.reload
  const missing = isPanelOpen ? [types] : [categories, types, counties]
  if (missing.every((reload) => reload === undefined)) return null
  return <LoadFailed isInField onRetry={() => missing.forEach((reload) => reload?.())} />
}

const WORDS = new Intl.ListFormat('en-US')
const EITHER = new Intl.ListFormat('en-US', { type: 'disjunction' })

type SummaryProps = {
  readonly screen: FilesScreen
  /** The owners that the search names. */
  readonly owners: ReactNode
}

/** How a search was answered. */
export function SearchSummary({ screen, owners }: SummaryProps) {
  const { state, shown, failure } = screen
  if (state.q === '') return <SortProblem screen={screen} />
  const { corrections = [], leftOut = [] } = (shown?.of.q === state.q ? shown.page.search : null) ?? {}
  return (
    <section aria-label="Search results" className={summaryClasses.summary}>
      <div className={summaryClasses.notes}>
        {owners}
        <output>
          {failure !== null && <span className={summaryClasses.problem}>{failure}</span>}
          <Corrections corrections={corrections} />
          {leftOut.length > 0 && <span>Too many files have {WORDS.format(leftOut)}, so we left it out.</span>}
          {shown?.page.hasMore === true && (
            <span>Only the newest 10,000 files are listed. Add a word or a filter to see older ones.</span>
          )}
        </output>
      </div>
    </section>
  )
}

/** What was searched for instead: beginnings such as hern*, and words that are spelled alike. */
function Corrections({ corrections }: Pick<SearchOutcome, 'corrections'>) {
  const begun = corrections.filter(({ by }) => by.endsWith('*'))
  const respelled = corrections.filter(({ by }) => !by.endsWith('*'))
  return (
    <>
      {begun.length > 0 && (
        <span>
          Showing results for words that begin with <b>{EITHER.format(begun.map(({ word }) => word))}</b>.
        </span>
      )}
      {respelled.length > 0 && (
        <span>
          Showing results for <b>{WORDS.format(respelled.map(({ by }) => by))}</b>. No file contains “
          {respelled.map(({ word }) => word).join(' ')}”.
        </span>
      )}
    </>
  )
}

/** Why the list cannot be sorted by a column, and the way back to its own order. */
function SortProblem({ screen: { state, failure, narrow } }: Pick<Props, 'screen'>) {
  if (failure === null || failure === '' || !isColumnOrder(state.order)) return null
  return (
    <p role="alert" className={summaryClasses.summary}>
      <span className={summaryClasses.problem}>{failure}</span>
      <Button onClick={() => narrow({ order: 'list' })}>Use the order of the list</Button>
    </p>
  )
}
