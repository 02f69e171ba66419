import { NavLink } from 'react-router'
import classes from './screen-tabs.module.css'

type ScreenTab = { readonly label: string; readonly path: string }

type Props = { readonly label: string; readonly tabs: readonly ScreenTab[] }

/** Screens that stand behind one entry of the navigation bar. */
export function ScreenTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ label: text, path }) => (
        <NavLink key={path} to={path} className={() => classes.tab}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
