import { MOVED_SCREENS, NUMBERED_SCREENS, SCREENS } from '@portal/contract/screens.ts'
import type { ReactElement } from 'react'
import {
  createBrowserRouter,
  Outlet,
  redirect,
  useLoaderData,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { loadChunk } from '../lib/chunk.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { hasNavigation, PUBLIC_SCREENS } from './public-screens.tsx'
import { chooseStart, requireAccess } from './session-guard.ts'
import { loadShell } from './shell.ts'
import { Loading } from '../ui/loading.tsx'
import classes from './frame.module.css'

/** Loads a protected screen and the bar around it while the session is being requested. */
async function loadScreen(args: LoaderFunctionArgs): Promise<ReactElement> {
  const { pathname } = new URL(args.request.url)
  const [screen] = await Promise.all([
    loadShell().then((shell) => shell.loadScreen(pathname)),
    requireAccess(args),
  ])
  return screen
}

const Loaded = () => useLoaderData<ReactElement>()

const PUBLIC_ROUTES = PUBLIC_SCREENS.map(({ path, isForSignedOut, load }, at): RouteObject => ({
  path,
  ...(isForSignedOut && { loader: requireAccess }),
  lazy: () => loadChunk(at, load),
}))

const SIGNED_IN_ROUTES = Object.values(SCREENS)
  .filter(hasNavigation)
  .map((path) => ({
    path: NUMBERED_SCREENS.includes(path) ? `${path}/:number?` : path,
    loader: loadScreen,
    Component: Loaded,
  }))

/** Earlier addresses lead to the screens, with their filters. */
const MOVED_ROUTES = Object.entries(MOVED_SCREENS).map(([path, to]): RouteObject => ({
  path,
  loader: ({ request }) => {
    throw redirect(to + new URL(request.url).search)
  },
  Component: Starting,
}))

/** The route table (specification, section 2). */
const ROUTES: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Starting,
    children: [
      {
        // Keeps the bar when a screen fails.
        Component: Outlet,
        ErrorBoundary: ErrorPage,
        children: [
          ...MOVED_ROUTES,
          { path: '/', loader: chooseStart, Component: Starting },
          ...PUBLIC_ROUTES,
          {
            lazy: async () => ({ Component: (await loadShell()).SignedIn }),
            children: SIGNED_IN_ROUTES,
          },
          {
            path: '*',
            lazy: () =>
              loadChunk(18, async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage })),
          },
        ],
      },
    ],
  },
]

export function createPortalRouter() {
  return createBrowserRouter(ROUTES)
}

/** Shown until the first screen is loaded. Most load so fast that a message would only flicker. */
function Starting() {
  return (
    <div className={classes.starting}>
      <Loading>Loading…</Loading>
    </div>
  )
}
