import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { isScreen } from '@portal/contract/screens.ts'
import type { ComponentType } from 'react'
import { optional } from '../lib/optional-part.ts'
import { PATHS, screenAt } from '../lib/paths.ts'

type PublicScreen = {
  readonly path: string
  /** Whoever is signed in goes to where they start instead. */
  readonly isForSignedOut?: boolean
  readonly hasFooter?: boolean
  readonly load: () => Promise<{ readonly Component: ComponentType }>
}

/** The sign-in screen works without it. */
const OtherWays = optional(21, async () => {
  const { OtherWays: Part } = await import('../features/auth/single-sign-on/other-ways.tsx')
  return Part
})

/** The screens for people who have not signed in. All others are in `screens.ts`: no first visit loads that list. */
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
]

function publicScreenAt(address: string): PublicScreen | undefined {
  const here = screenAt(address)
  return PUBLIC_SCREENS.find(({ path }) => path === here)
}

/**
 * Whether somebody may go to this address; a null session means that nobody is signed in. Everybody may see that there
 * is no such screen. The server decides what a screen shows.
 */
export function mayGo(session: Session | null, address: string): boolean {
  const screen = publicScreenAt(address)
  if (screen) return !screen.isForSignedOut || session === null
  return session !== null || !isScreen(screenAt(address))
}

/** Whether people who are signed in see the bar there: not on the public screens. */
export function hasNavigation(address: string): boolean {
  return publicScreenAt(address) === undefined
}

/** Whether people who are signed in see the footer there (specification, section 2). */
export function hasFooter(address: string): boolean {
  const screen = publicScreenAt(address)
  return screen ? screen.hasFooter === true : screenAt(address) !== PATHS.welcome
}
