import { useRef, type ReactNode } from 'react'
import { optionsOf, selectedId, selectValue } from '../../lib/select-options.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { FormField } from '../../ui/form-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './owners.module.css'
import type { OwnersScreen } from './use-owners-screen.ts'

type Props = { readonly screen: OwnersScreen; readonly children: ReactNode }

/** Which county and year, whose names, and what else can be done with the table. */
export function OwnersToolbar({ screen, children }: Props) {
  const { isAdmin, counties, shownCountyId, years, year, search } = screen
  const searchField = useRef<HTMLInputElement>(null)
  useSingleKeys({ '/': () => searchField.current?.focus() })
  const namedCounties = counties.map(({ CountyID, Name }) => ({ ID: CountyID, Name }))
  return (
    <search className={classes.toolbar}>
      {isAdmin && (
        <SelectField
          label="County"
          options={optionsOf(namedCounties, '-- Select County --')}
          value={selectValue(shownCountyId)}
          onChange={(value) => screen.pickCounty(selectedId(value))}
          onReload={screen.reloadCounties}
        />
      )}
      <SelectField
        label="Appraisal Year"
        options={years.map((each) => ({ value: String(each), label: String(each) }))}
        value={String(year)}
        onChange={(value) => screen.pickYear(Number(value))}
      />
      <FormField label="Search by owner name">
        {(control) => (
          <input
            {...control}
            ref={searchField}
            type="search"
            name="search"
            autoComplete="off"
            spellCheck={false}
            value={search.typed}
            onChange={(event) => search.type(event.currentTarget.value)}
          />
        )}
      </FormField>
      {children}
    </search>
  )
}
