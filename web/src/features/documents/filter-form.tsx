import { STATUS_FILTER_LABEL, STATUSES_BY_PRIORITY } from '@portal/contract/files/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { typesOfCategoryQuery } from '../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../lib/reload.ts'
import { seesSeveralCounties } from '../../lib/rights.ts'
import { optionsOf, selectedId, selectValue } from '../../lib/select-options.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './files.module.css'
import { filterChange, NO_FILTERS, type DocumentsFilters, type NamedFilter } from './list-address.ts'
import { MoreFiltersFields } from './more-filters.tsx'
import type { FilesScreen, ListLookups } from './use-files-screen.ts'

const STATUSES = STATUSES_BY_PRIORITY.map((ID) => ({ ID, Name: STATUS_FILTER_LABEL[ID] }))

/** Enter applies from a choice, too, as from a field. Arrows change the choice, and Space opens it. */
const BY_ENTER = {
  onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  },
}

type Props = {
  readonly screen: FilesScreen
  readonly lookups: ListLookups
  readonly onApplied: () => void
}

/** The filters being edited. */
export function FilterForm({ screen, lookups, onApplied }: Props) {
  const seesCounties = seesSeveralCounties(useSession())
  const [draft, setDraft] = useDraft(screen.state)
  const types = useQuery(typesOfCategoryQuery(draft.category ?? undefined))
  const noCategory = draft.category === null
  const field = (name: NamedFilter) => ({
    value: selectValue(draft[name]),
    onChange: (value: string) => setDraft({ ...draft, ...filterChange(name, selectedId(value)) }),
  })
  return (
    <form
      className={classes.filterForm}
      {...BY_ENTER}
      onSubmit={(event) => {
        event.preventDefault()
        screen.narrow(draft)
        onApplied()
      }}
    >
      <SelectField
        label="Category"
        options={optionsOf(lookups.categories, 'All categories')}
        onReload={lookups.reload.categories}
        {...field('category')}
      />
      <SelectField
        label="Type"
        isDisabled={noCategory}
        options={optionsOf(types.data ?? [], noCategory ? 'Select a category first' : 'All types')}
        onReload={retryIfNotLoaded(types)}
        {...field('type')}
      />
      <SelectField label="Status" options={optionsOf(STATUSES, 'All statuses')} {...field('status')} />
      {seesCounties && (
        <SelectField
          label="County"
          options={optionsOf(lookups.counties, 'All counties')}
          onReload={lookups.reload.counties}
          {...field('county')}
        />
      )}
      <MoreFiltersFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      <div className={classes.filterActions}>
        <Button type="submit" look="primary">
          Apply
        </Button>
        <Button
          onClick={() => {
            setDraft(NO_FILTERS)
            screen.narrow(NO_FILTERS)
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  )
}

/** Starts from the applied filters, and resets when those change, for example by the browser's Back. */
function useDraft(state: DocumentsFilters & { readonly page?: number }) {
  const { page: _page, q: _q, order: _order, saved: _saved, ...applied } = state
  const key = JSON.stringify(applied)
  const [held, setHeld] = useState({ key, draft: applied })
  if (held.key !== key) setHeld({ key, draft: applied })
  return [held.draft, (draft: typeof applied) => setHeld({ key, draft })] as const
}
