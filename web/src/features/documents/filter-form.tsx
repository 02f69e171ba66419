import { STATUS_FILTER_LABEL, STATUSES_BY_PRIORITY } from '@portal/contract/files/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { typesOfCategoryQuery } from '../../lib/lookups.queries.ts'
import { reloadOf } from '../../lib/reload.ts'
import { optionsOf, selectedId, selectValue } from '../../lib/select-options.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './files.module.css'
import { withFilter, type ListFilters } from './list-address.ts'
import type { FilesScreen, ListLookups } from './use-files-screen.ts'

const STATUSES = STATUSES_BY_PRIORITY.map((ID) => ({ ID, Name: STATUS_FILTER_LABEL[ID] }))

type Props = {
  readonly screen: FilesScreen
  readonly lookups: ListLookups
  readonly onApplied: () => void
}

/** The filters as they are being chosen. */
export function FilterForm({ screen, lookups, onApplied }: Props) {
  const [draft, setDraft] = useDraft(screen.address.filters)
  const types = useQuery(typesOfCategoryQuery(draft.categoryId))
  const noCategory = draft.categoryId === undefined
  const field = (name: keyof ListFilters) => ({
    value: selectValue(draft[name]),
    onChange: (value: string) => setDraft(withFilter(draft, name, selectedId(value))),
  })
  return (
    <form
      className={classes.filterForm}
      onSubmit={(event) => {
        event.preventDefault()
        screen.apply(draft)
        onApplied()
      }}
    >
      <SelectField
        label="Category"
        options={optionsOf(lookups.categories, 'All categories')}
        onReload={lookups.reload.categories}
        {...field('categoryId')}
      />
      <SelectField
        label="Type"
        isDisabled={noCategory}
        options={optionsOf(types.data ?? [], noCategory ? 'Select a category first' : 'All types')}
        onReload={reloadOf(types)}
        {...field('typeId')}
      />
      <SelectField label="Status" options={optionsOf(STATUSES, 'All statuses')} {...field('statusId')} />
      {screen.offers.counties && (
        <SelectField
          label="County"
          options={optionsOf(lookups.counties, 'All counties')}
          onReload={lookups.reload.counties}
          {...field('countyId')}
        />
      )}
      <div className={classes.filterActions}>
        <Button type="submit" look="primary">
          Apply
        </Button>
        <Button
          onClick={() => {
            setDraft({})
            screen.apply({})
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  )
}

/** Starts from the applied filters, and starts again whenever those change, for example by the browser's Back. */
function useDraft(applied: ListFilters) {
  const key = JSON.stringify(applied)
  const [state, setState] = useState({ key, draft: applied })
  if (state.key !== key) setState({ key, draft: applied })
  return [state.draft, (draft: ListFilters) => setState({ key, draft })] as const
}
