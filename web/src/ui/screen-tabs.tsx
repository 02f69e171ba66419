import { createContext, useContext } from 'react'
import { NavLink } from 'react-router'
import { useRequestCounts } from '../lib/request-counts.ts'
import { useSession } from '../lib/session.ts'
import classes from './screen-tabs.module.css'

type ScreenTab = { readonly label: string; readonly path: string }

/** The screens below the same entry of the navigation bar that the user may open. */
export const NeighborScreens = createContext<readonly ScreenTab[]>([])

/** The tabs of *Requests*, each with how much waits. Who may open one of these screens only has no tabs. */
export function RequestTabs() {
  const tabs = useContext(NeighborScreens)
  const counts = useRequestCounts(useSession().username)
  if (tabs.length < 2) return null
  return (
    <nav aria-label="Requests" className={classes.tabs} data-wide>
      {tabs.map(({ label: text, path }) => (
        <NavLink key={path} to={path} className={() => classes.tab}>
          {text} <span className={classes.count}>{countText(counts.get(path) ?? 0)}</span>
        </NavLink>
      ))}
    </nav>
  )
}

const MAX_SHOWN = 99

/** `(8)`, as wide as its reserved place at most; empty if nothing waits. */
function countText(count: number): string {
  if (count === 0) return ''
  return count > MAX_SHOWN ? `(${MAX_SHOWN}+)` : `(${count})`
}
