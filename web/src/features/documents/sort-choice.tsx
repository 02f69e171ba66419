import { isColumnOrder } from './columns/sort.ts'
import classes from './files.module.css'
import type { FilesScreen } from './use-files-screen.ts'

const CHOICES = [
  { value: 'list', label: 'Status and date' },
  { value: 'best', label: 'Best match' },
]

/** The order of the results of a search, in the filter bar. Headings sort a list without a search. */
export function SortChoice({ screen: { state, narrow } }: { readonly screen: FilesScreen }) {
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
