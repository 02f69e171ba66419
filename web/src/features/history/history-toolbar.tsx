import type { KindOfAct } from '@portal/contract/history/history.ts'
import type { County } from '@portal/contract/lookups/lookups.ts'
import { countyOptions, selectedId, selectValue } from '../../lib/select-options.ts'
import { FormField } from '../../ui/form-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { readFileNumber, type HistoryFilters } from './history-address.ts'
import type { HistoryScreen } from './use-history-screen.ts'

type Props = {
  readonly screen: HistoryScreen
  readonly counties: readonly County[]
  readonly kinds: readonly KindOfAct[]
  /** Load choices again that could not be loaded. */
  readonly onReloadCounties: (() => void) | undefined
  readonly onReloadKinds: (() => void) | undefined
}

/** Which part of what happened is listed. */
export function HistoryToolbar({ screen, counties, kinds, onReloadCounties, onReloadKinds }: Props) {
  const { filters, person, file, from, to, narrow } = screen
  return (
    <ListToolbar
      search={
        <TextField
          label="Person (e-mail address)"
          type="search"
          name="person"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={person.typed}
          onChange={(event) => person.type(event.currentTarget.value)}
        />
      }
      values={[filters.countyId, file.typed, filters.kind, from.typed, to.typed]}
    >
      {/* Before they are loaded, too: nothing moves when they come. */}
      {counties.length !== 1 && (
        <SelectField
          label="County"
          options={countyOptions(counties, 'All counties')}
          value={selectValue(filters.countyId)}
          onChange={(value) => narrow({ countyId: selectedId(value) })}
          onReload={onReloadCounties}
        />
      )}
      <FormField label="File number" problem={fileProblem(file.typed)} isLive>
        {(control) => (
          <input
            {...control}
            type="search"
            name="file"
            inputMode="numeric"
            autoComplete="off"
            value={file.typed}
            onChange={(event) => file.type(event.currentTarget.value)}
          />
        )}
      </FormField>
      <SelectField
        label="Kind"
        options={kindOptions(kinds)}
        value={filters.kind}
        onChange={(kind) => narrow({ kind })}
        onReload={onReloadKinds}
      />
      <TextField
        label="From day"
        type="date"
        value={from.typed}
        onChange={(event) => from.type(event.currentTarget.value)}
      />
      <FormField label="To day" problem={daysProblem(filters)} isLive>
        {(control) => (
          <input
            {...control}
            type="date"
            value={to.typed}
            onChange={(event) => to.type(event.currentTarget.value)}
          />
        )}
      </FormField>
    </ListToolbar>
  )
}

/** The list does not follow a number that is none, so that is said. */
function fileProblem(typed: string): string | null {
  const isNone = typed.trim() !== '' && readFileNumber(typed) === null
  return isNone ? 'Please enter a number, such as 17.' : null
}

/** Days as texts stand in their order. */
function daysProblem({ from, to }: HistoryFilters): string | null {
  return from !== '' && to !== '' && from > to ? 'This is before From day.' : null
}

function kindOptions(kinds: readonly KindOfAct[]) {
  const named = kinds.map(({ kind, text }) => ({
    value: kind,
    label: text.charAt(0).toUpperCase() + text.slice(1),
  }))
  return [{ value: '', label: 'All kinds' }, ...named]
}
