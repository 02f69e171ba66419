import { createContext, useContext } from 'react'
import { NavLink } from 'react-router'
import classes from './screen-tabs.module.css'

type ScreenTab = { readonly label: string; readonly path: string }

/** The screens below the same entry of the navigation bar that the user may open. */
export const NeighborScreens = createContext<readonly ScreenTab[]>([])

/** Tabs of the neighbor screens. A screen without neighbors shows no tabs. */
export function ScreenTabs({ label }: { readonly label: string }) {
  const tabs = useContext(NeighborScreens)
  if (tabs.length < 2) return null
  return (
    <nav aria-label={label} className={classes.tabs} data-wide>
      {tabs.map(({ label: text, path }) => (
        <NavLink key={path} to={path} className={() => classes.tab}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
