import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { useId } from 'react'
import { fullCountyName } from '../lib/county-text.ts'
import { countyOptions, selectValue } from '../lib/select-options.ts'
import classes from './county-switch.module.css'
import type { ChosenCounty } from './use-chosen-county.ts'

type Props = {
  readonly session: Session
  readonly chosen: ChosenCounty
  /** In the bar the label is for screen readers only: a county's name explains itself. */
  readonly look: 'bar' | 'menu'
}

/** Selects the county that the user works for, with the browser's own select (on phones, the phone's). */
export function CountySwitch({ session: { counties }, chosen, look }: Props) {
  const id = useId()
  const isNoneChosen = chosen.countyId === null
  const named = counties.map(({ CountyID, Name }) => ({ CountyID, Name: fullCountyName(Name) }))
  return (
    <div className={classes.switch} data-look={look}>
      <label htmlFor={id} className={look === 'bar' ? 'for-screen-readers' : classes.label}>
        County you work for
      </label>
      <select
        id={id}
        className={classes.select}
        value={selectValue(chosen.countyId)}
        onChange={(event) => chosen.choose(Number(event.currentTarget.value))}
      >
        {countyOptions(named, isNoneChosen ? 'Select a county' : null).map(({ value, label }) => (
          <option key={value} value={value} disabled={value === ''}>
            {label}
          </option>
        ))}
      </select>
      {look === 'menu' && chosen.problem && (
        <p role="alert" className={classes.problem}>
          {chosen.problem}
        </p>
      )}
    </div>
  )
}
