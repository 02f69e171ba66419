import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { isScreen } from '@portal/contract/screens.ts'
import type { ComponentType } from 'react'
import { optional } from '../lib/optional-part.ts'
import { PATHS, screenAt } from '../lib/paths.ts'

type PublicScreen = {
  readonly path: string
  /** Signed-in users are redirected to their start. */
  readonly isForSignedOut?: boolean
  readonly hasFooter?: boolean
  readonly load: () => Promise<{ readonly Component: ComponentType }>
}

/** Optional: the sign-in screen works without this part. */
const OtherWays = optional(21, async () => {
  const { OtherWays: Part } = await import('../features/auth/single-sign-on/other-ways.tsx')
  return Part
})

/** The screens for users who have not signed in. All others are in `screens.ts`, which a first visit does not load. */
export const PUBLIC_SCREENS: readonly PublicScreen[] = [
  {
    path: PATHS.login,
    isForSignedOut: true,
    load: async () => {
      const { LoginPage } = await import('../features/auth/sign-in/login-page.tsx')
      return { Component: () => <LoginPage OtherWays={OtherWays} /> }
    },
  },
  {
    path: PATHS.register,
    hasFooter: true,
    load: async () => ({
      Component: (await import('../features/auth/register/register-page.tsx')).RegisterPage,
    }),
  },
  {
    path: PATHS.forgotPassword,
    load: async () => ({ Component: (await import('../features/auth/reset/forgot-page.tsx')).ForgotPage }),
  },
  {
    path: PATHS.resetPassword,
    load: async () => ({ Component: (await import('../features/auth/reset/reset-page.tsx')).ResetPage }),
  },
  {
    path: PATHS.confirm,
    load: async () => ({
      Component: (await import('../features/auth/confirm/confirm-page.tsx')).ConfirmPage,
    }),
  },
  {
    path: PATHS.noticesOff,
    hasFooter: true,
    load: async () => ({
      Component: (await import('../features/auth/notices/notices-off-page.tsx')).NoticesOffPage,
    }),
  },
]

function publicScreenAt(address: string): PublicScreen | undefined {
  const here = screenAt(address)
  return PUBLIC_SCREENS.find(({ path }) => path === here)
}

/**
 * Whether the user may open this address; a null session means that no user is signed in. Everyone may see the "not
 * found" page. The server decides what a screen shows.
 */
export function mayGo(session: Session | null, address: string): boolean {
  const screen = publicScreenAt(address)
  if (screen) return !screen.isForSignedOut || session === null
  return session !== null || !isScreen(screenAt(address))
}

/** Whether signed-in users see the bar at this address: not on the public screens. */
export function hasNavigation(address: string): boolean {
  return publicScreenAt(address) === undefined
}

/** Whether signed-in users see the footer at this address (specification, section 2). */
export function hasFooter(address: string): boolean {
  const screen = publicScreenAt(address)
  return screen ? screen.hasFooter === true : screenAt(address) !== PATHS.welcome
}
