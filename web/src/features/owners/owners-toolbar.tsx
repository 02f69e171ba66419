import { useRef, type ReactNode } from 'react'
import { choosesCounty } from '../../lib/rights.ts'
import { countyOptions, selectedId, selectValue } from '../../lib/select-options.ts'
import { useSession } from '../../lib/session.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './owners.module.css'
import type { OwnersScreen } from './use-owners-screen.ts'

type Props = { readonly screen: OwnersScreen; readonly children: ReactNode }

/** The choice of county, year and search term, and the table's actions. */
export function OwnersToolbar({ screen, children }: Props) {
  const { counties, shownCountyId, years, year, search } = screen
  const isPreselected = choosesCounty(useSession()) && shownCountyId !== null
  const searchField = useRef<HTMLInputElement>(null)
  useSingleKeys({ '/': () => searchField.current?.focus() })
  return (
    <search className={classes.toolbar}>
      {counties.areChosen && (
        <SelectField
          label="County"
          options={countyOptions(counties.list, isPreselected ? null : '-- Select County --')}
          value={selectValue(shownCountyId)}
          onChange={(value) => screen.pickCounty(selectedId(value))}
          onReload={counties.reload}
        />
      )}
      <SelectField
        label="Appraisal Year"
        options={years.map((each) => ({ value: String(each), label: String(each) }))}
        value={String(year)}
        onChange={(value) => screen.pickYear(Number(value))}
      />
      <TextField
        ref={searchField}
        label="Search by owner name"
        type="search"
        name="search"
        autoComplete="off"
        spellCheck={false}
        value={search.typed}
        onChange={(event) => search.type(event.currentTarget.value)}
      />
      {children}
    </search>
  )
}
