import { STATUS_FILTER_LABEL } from '@portal/contract/files/status.ts'
import { IconX } from '@tabler/icons-react'
import classes from './files.module.css'
import { filterChange, type DocumentsFilters } from './list-address.ts'
import type { FilesScreen, ListLookups } from './use-files-screen.ts'

type Props = {
  readonly screen: FilesScreen
  readonly lookups: ListLookups
  /** Called after a filter was removed together with its focused button. */
  readonly onTakenOff: () => void
}

/** The active filters, each with a button that removes it. */
export function AppliedFilters({ screen, lookups, onTakenOff }: Props) {
  const { state, narrow } = screen
  const applied = FILTERS.filter(({ name }) => state[name] !== null)
  if (applied.length === 0) return null
  return (
    <ul aria-label="Applied filters" className={classes.applied}>
      {applied.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className={classes.chip}
            title="Take this filter off"
            onClick={() => {
              narrow(filterChange(name, null))
              onTakenOff()
            }}
          >
            <span className="for-screen-readers">Remove filter </span>
            <span className={classes.chipText}>
              {label}: {nameOf({ name, id: state[name] ?? 0, lookups })}
            </span>
            <IconX aria-hidden size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

const FILTERS: readonly { readonly name: keyof DocumentsFilters; readonly label: string }[] = [
  { name: 'category', label: 'Category' },
  { name: 'type', label: 'Type' },
  { name: 'status', label: 'Status' },
  { name: 'county', label: 'County' },
]

type FilterValue = {
  readonly name: keyof DocumentsFilters
  readonly id: number
  readonly lookups: ListLookups
}

/** The name for an id; the id itself if the name is unknown. */
function nameOf({ name, id, lookups }: FilterValue): string {
  const statuses: Readonly<Record<number, string>> = STATUS_FILTER_LABEL
  const known = {
    category: lookups.categoryNames.get(id),
    type: lookups.typeNames.get(id),
    status: statuses[id],
    county: lookups.counties.find(({ ID }) => ID === id)?.Name,
  }
  return known[name] ?? String(id)
}
