import { createBrowserRouter, Outlet, type LazyRouteFunction, type RouteObject } from 'react-router'
import { loadChunk } from '../lib/chunk.ts'
import { PATHS } from '../lib/paths.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { chooseStart, requireNobody, requireSession } from './session-guard.ts'
import { SignedIn } from './signed-in.tsx'
import { Starting } from './starting.tsx'

type Screen = { readonly Component: React.ComponentType }

/** A screen whose code comes when it is gone to; the number names it where it does not come. */
function lazy(chunk: number, load: () => Promise<Screen>): LazyRouteFunction<RouteObject> {
  return () => loadChunk(chunk, load)
}

const PUBLIC_SCREENS: RouteObject[] = [
  {
    path: PATHS.login,
    loader: requireNobody,
    lazy: lazy(1, async () => ({ Component: (await import('../features/auth/login-page.tsx')).LoginPage })),
  },
  {
    path: PATHS.register,
    lazy: lazy(8, async () => ({
      Component: (await import('../features/auth/register-page.tsx')).RegisterPage,
    })),
  },
  {
    path: PATHS.forgotPassword,
    lazy: lazy(9, async () => ({
      Component: (await import('../features/auth/forgot-page.tsx')).ForgotPage,
    })),
  },
  {
    path: PATHS.resetPassword,
    lazy: lazy(10, async () => ({
      Component: (await import('../features/auth/reset-page.tsx')).ResetPage,
    })),
  },
  {
    path: PATHS.confirm,
    lazy: lazy(11, async () => ({
      Component: (await import('../features/auth/confirm-page.tsx')).ConfirmPage,
    })),
  },
]

const PROTECTED_SCREENS: RouteObject[] = [
  {
    path: PATHS.welcome,
    lazy: lazy(2, async () => ({
      Component: (await import('../features/home/welcome-page.tsx')).WelcomePage,
    })),
  },
  {
    path: PATHS.landing,
    lazy: lazy(3, async () => ({
      Component: (await import('../features/home/landing-page.tsx')).LandingPage,
    })),
  },
  {
    path: PATHS.documents,
    lazy: lazy(4, async () => ({ Component: (await import('./documents-route.tsx')).DocumentsRoute })),
  },
  {
    path: PATHS.upload,
    lazy: lazy(5, async () => ({
      Component: (await import('../features/files/upload-page.tsx')).UploadPage,
    })),
  },
  {
    path: PATHS.ownerDetails,
    lazy: lazy(7, async () => ({
      Component: (await import('../features/owners/owners-page.tsx')).OwnersPage,
    })),
  },
  {
    path: PATHS.recycleBin,
    lazy: lazy(6, async () => ({
      Component: (await import('../features/recycle-bin/recycle-bin-page.tsx')).RecycleBinPage,
    })),
  },
]

/** The route table (specification, section 2). */
const ROUTES: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Starting,
    children: [
      {
        // A failed screen leaves the bar standing.
        Component: Outlet,
        ErrorBoundary: ErrorPage,
        children: [
          { path: '/', loader: chooseStart, Component: Starting },
          ...PUBLIC_SCREENS,
          {
            loader: requireSession,
            Component: SignedIn,
            children: PROTECTED_SCREENS,
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]

export function createPortalRouter() {
  return createBrowserRouter(ROUTES)
}
