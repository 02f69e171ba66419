import { FILE_TYPE_NAMES } from '@portal/contract/files/file-types.ts'
import { STATUS_FILTER_LABEL } from '@portal/contract/files/status.ts'
import { IconX } from '@tabler/icons-react'
import classes from './files.module.css'
import {
  filterChange,
  NO_MORE_FILTERS,
  type DocumentsFilters,
  type MoreFilters,
  type NamedFilter,
} from './list-address.ts'
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
  const applied = chipsOf(state, lookups)
  if (applied.length === 0) return null
  return (
    <ul aria-label="Applied filters" className={classes.applied}>
      {applied.map(({ name, text, off }) => (
        <li key={name}>
          <button
            type="button"
            className={classes.chip}
            title="Take this filter off"
            onClick={() => {
              narrow(off)
              onTakenOff()
            }}
          >
            <span className="for-screen-readers">Remove filter </span>
            <span className={classes.chipText}>{text}</span>
            <IconX aria-hidden size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The active filters in words, such as `Status: New`. */
export function filterTexts(state: DocumentsFilters, lookups: ListLookups): readonly string[] {
  return chipsOf(state, lookups).map(({ text }) => text)
}

type Chip = { readonly name: string; readonly text: string; readonly off: Partial<DocumentsFilters> }

/** The search, the filters of the specification, and the others. */
function chipsOf(state: DocumentsFilters, lookups: ListLookups): Chip[] {
  const named = FILTERS.flatMap(({ name, label }) => {
    const id = state[name]
    if (id === null) return []
    return [{ name, text: `${label}: ${nameOf({ name, id, lookups })}`, off: filterChange(name, null) }]
  })
  const others = MORE.flatMap(({ name, label, words, unit }) => {
    const value = state[name]
    if (value === null || value === '') return []
    const text = [`${label}: ${words?.[String(value)] ?? value}`, unit].filter(Boolean).join(' ')
    return [{ name, text, off: { [name]: NO_MORE_FILTERS[name] } }]
  })
  return [
    ...(state.q === '' ? [] : [{ name: 'q', text: `Search: ${state.q}`, off: { q: '' } }]),
    ...named,
    ...others,
  ]
}

type MoreFilter = {
  readonly name: keyof MoreFilters
  readonly label: string
  readonly words?: Readonly<Record<string, string>>
  readonly unit?: string
}

const MORE: readonly MoreFilter[] = [
  { name: 'from', label: 'Received from' },
  { name: 'to', label: 'Received to' },
  { name: 'year', label: 'Appraisal year' },
  { name: 'user', label: 'Uploaded by' },
  { name: 'ownerNumber', label: 'Owner number' },
  { name: 'agent', label: 'Agent code' },
  { name: 'owner', label: 'Owner', words: { yes: 'Linked', no: 'Missing' } },
  { name: 'duplicates', label: 'Duplicates', words: { yes: 'Yes', no: 'No' } },
  { name: 'unreadable', label: 'Text', words: { yes: 'Not fully readable', no: 'Readable or not read yet' } },
  {
    name: 'corrected',
    label: 'Corrected files',
    words: { yes: 'Only corrected', no: 'Hide corrected' },
  },
  { name: 'file', label: 'File type', words: FILE_TYPE_NAMES },
  { name: 'minSize', label: 'Size from', unit: 'KB' },
  { name: 'maxSize', label: 'Size to', unit: 'KB' },
  { name: 'assigned', label: 'Assigned to', words: { me: 'Me', nobody: 'Nobody' } },
]

const FILTERS: readonly { readonly name: NamedFilter; readonly label: string }[] = [
  { name: 'category', label: 'Category' },
  { name: 'type', label: 'Type' },
  { name: 'status', label: 'Status' },
  { name: 'county', label: 'County' },
]

type FilterValue = {
  readonly name: NamedFilter
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
