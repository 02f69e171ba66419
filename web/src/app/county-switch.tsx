import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { useId } from 'react'
import { countyText, fullCountyName } from '../lib/county-text.ts'
import { choosesCounty } from '../lib/rights.ts'
import { countyOptions, selectedId, selectValue } from '../lib/select-options.ts'
import classes from './county-switch.module.css'
import bar from './navigation.module.css'
import type { ChosenCounty } from './use-chosen-county.ts'

type Props = {
  readonly session: Session
  readonly chosen: ChosenCounty
  /** In the bar the label is for screen readers only: a county's name explains itself. */
  readonly look: 'bar' | 'menu'
}

/** Selects the county that every screen is limited to, or all counties of the user, with the browser's own select (on phones, the phone's). */
export function CountySwitch({ session: { counties }, chosen, look }: Props) {
  const id = useId()
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
        onChange={(event) => chosen.choose(selectedId(event.currentTarget.value))}
      >
        {countyOptions(named, 'All my counties').map(({ value, label }) => (
          <option key={value} value={value}>
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

type ScopeProps = { readonly session: Session; readonly chosen: ChosenCounty }

/** The counties that the screens are limited to: a choice for a user with several, otherwise their name. */
export function CountyInBar({ session, chosen }: ScopeProps) {
  if (choosesCounty(session)) {
    return (
      <div className={bar.scope}>
        <CountySwitch session={session} chosen={chosen} look="bar" />
      </div>
    )
  }
  const text = session.isAdmin ? 'All counties' : countyText(session)
  return text === null ? null : <span className={bar.scope}>{text}</span>
}
