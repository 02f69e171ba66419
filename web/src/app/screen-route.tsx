import type { ComponentType, ReactElement } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loadChunk } from '../lib/chunk.ts'
import { useSession } from '../lib/session.ts'
import { useDefaultTitle } from '../lib/use-title.ts'
import { ForRight } from '../ui/for-right.tsx'
import { NeighborScreens } from '../ui/screen-tabs.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { findScreen, SCREENS, screensOf, type Screen } from './screens.ts'
import classes from './side-menu.module.css'
import { SideMenu } from './side-menu.tsx'
import { SignedIn } from './signed-in.tsx'

/** The chunk number of the first screen, for reports of a chunk that failed to load. */
const FIRST_CHUNK = 30

/**
 * Loads the screen at this address.
 * @throws ChunkError.
 */
async function loadScreen(address: string): Promise<ReactElement> {
  const screen = findScreen(address)
  if (!screen) throw new Error(`No screen is registered at ${address}.`)
  const { load } = screen
  const Component = load ? await loadChunk(FIRST_CHUNK + SCREENS.indexOf(screen), load) : FirstBelow
  return <ScreenRoute screen={screen} Component={Component} />
}

type Props = { readonly screen: Screen; readonly Component: ComponentType }

/** A screen with the title, right and menu from its entry in the list of screens. */
function ScreenRoute({ screen, Component }: Props) {
  const { label, title = label, right, entry } = screen
  const screens = screensOf(entry, useSession())
  useDefaultTitle(title)
  const content =
    right === 'everybody' ? (
      <Component />
    ) : (
      <ForRight right={right} title={title}>
        <Component />
      </ForRight>
    )
  const hasMenu = screens.length > 1 && screens.some(({ group }) => group !== undefined)
  return (
    <NeighborScreens value={screens}>
      {hasMenu ? (
        <div className={classes.beside}>
          <SideMenu screens={screens} current={screen} />
          <div className={classes.content}>{content}</div>
        </div>
      ) : (
        content
      )}
    </NeighborScreens>
  )
}

/** For an entry without its own screen: leads to the first screen below it that this user may open. */
function FirstBelow() {
  const screen = findScreen(useLocation().pathname)
  const [first] = screensOf(screen?.entry, useSession())
  if (first) return <Navigate to={first.path} replace />
  const below = SCREENS.find(({ entry, load }) => load !== undefined && entry === screen?.entry)
  return (
    below &&
    below.right !== 'everybody' && (
      <ForRight right={below.right} title={screen?.label ?? ''}>
        {null}
      </ForRight>
    )
  )
}

/** Everything that the router and the frame need for the protected screens. `loadShell` loads it. */
export const SHELL = { NavigationBar, SignedIn, loadScreen }
