import {
  createBrowserRouter,
  Outlet,
  useLoaderData,
  type LazyRouteFunction,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { loadChunk } from '../lib/chunk.ts'
import { audienceOf } from '../lib/may-go.ts'
import { optional } from '../lib/optional-part.ts'
import { PATHS } from '../lib/paths.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { chooseStart, requireAccess } from './session-guard.ts'
import { Starting } from './starting.tsx'

type Screen = { readonly Component: React.ComponentType }

/** Here, where all that is loaded later is named once; the sign-in screen stands without it. */
const OtherWays = optional(21, async () => {
  const { OtherWays: Part } = await import('../features/auth/single-sign-on/other-ways.tsx')
  return Part
})

/** A screen whose code is loaded on the first visit; the number names it where loading fails. */
function lazy(chunk: number, load: () => Promise<Screen>): LazyRouteFunction<RouteObject> {
  return () => loadChunk(chunk, load)
}

const OCCASIONAL = [
  ...Object.values(PATHS).filter((path) => path.startsWith(PATHS.administration)),
  `${PATHS.receipts}/:number?`,
  PATHS.ownerDetails,
  PATHS.unfinishedUploads,
  PATHS.recycleBin,
  PATHS.virusChecks,
  PATHS.account,
]

/** These screens are named by a file of their own: what stands here is part of every first visit. */
async function loadOccasional(request: LoaderFunctionArgs): Promise<Screen> {
  const [{ loadScreen }] = await Promise.all([
    loadChunk(13, () => import('./lazy-screens.ts')),
    requireAccess(request),
  ])
  return loadScreen(request)
}

function Loaded() {
  const { Component } = useLoaderData<Screen>()
  return <Component />
}

const SCREENS: RouteObject[] = [
  {
    path: PATHS.login,
    lazy: lazy(1, async () => {
      const { LoginPage } = await import('../features/auth/sign-in/login-page.tsx')
      return { Component: () => <LoginPage OtherWays={OtherWays} /> }
    }),
  },
  {
    path: PATHS.register,
    lazy: lazy(8, async () => ({
      Component: (await import('../features/auth/register/register-page.tsx')).RegisterPage,
    })),
  },
  {
    path: PATHS.forgotPassword,
    lazy: lazy(9, async () => ({
      Component: (await import('../features/auth/reset/forgot-page.tsx')).ForgotPage,
    })),
  },
  {
    path: PATHS.resetPassword,
    lazy: lazy(10, async () => ({
      Component: (await import('../features/auth/reset/reset-page.tsx')).ResetPage,
    })),
  },
  {
    path: PATHS.confirm,
    lazy: lazy(11, async () => ({
      Component: (await import('../features/auth/confirm/confirm-page.tsx')).ConfirmPage,
    })),
  },
  {
    path: PATHS.welcome,
    lazy: lazy(2, async () => ({
      Component: (await import('../features/home/welcome-page.tsx')).WelcomePage,
    })),
  },
  {
    path: PATHS.landing,
    lazy: lazy(3, async () => ({ Component: (await import('./landing-route.tsx')).LandingRoute })),
  },
  {
    path: PATHS.documents,
    lazy: lazy(4, async () => ({ Component: (await import('./documents-route.tsx')).DocumentsRoute })),
  },
  {
    path: PATHS.upload,
    lazy: lazy(5, async () => ({
      Component: (await import('../features/upload/upload-page.tsx')).UploadPage,
    })),
  },
  ...OCCASIONAL.map((path) => ({ path, loader: loadOccasional, Component: Loaded })),
]

/** The screens for this audience; one that is for anybody need not wait to know who is asking. */
function screensFor(audience: ReturnType<typeof audienceOf>): RouteObject[] {
  const screens = SCREENS.filter(({ path = '' }) => audienceOf(path) === audience)
  return audience === 'anybody' ? screens : screens.map((screen) => ({ loader: requireAccess, ...screen }))
}

/** The route table (specification, section 2). */
const ROUTES: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Starting,
    children: [
      {
        // When a screen fails, the bar stays.
        Component: Outlet,
        ErrorBoundary: ErrorPage,
        children: [
          { path: '/', loader: chooseStart, Component: Starting },
          ...screensFor('anybody'),
          ...screensFor('signed out'),
          {
            lazy: lazy(17, async () => ({ Component: (await import('./signed-in.tsx')).SignedIn })),
            children: screensFor('signed in'),
          },
          {
            path: '*',
            lazy: lazy(18, async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage })),
          },
        ],
      },
    ],
  },
]

export function createPortalRouter() {
  return createBrowserRouter(ROUTES)
}
