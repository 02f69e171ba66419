import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { PATHS } from './paths.ts'

/** Who a screen is for. */
type Audience = 'anybody' | 'signed out' | 'signed in'

/** Every other screen but the sign-in is for whoever is signed in. */
const FOR_ANYBODY = new Set<string>([
  PATHS.register,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.confirm,
])

const SCREENS: readonly string[] = Object.values(PATHS)

/** The path of the screen at an address: without query, fragment and slashes at its end. */
export function screenAt(address: string): string {
  const [path = ''] = address.split(/[?#]/u)
  return path.length > 1 ? path.replace(/\/+$/u, '') : path
}

/** Who the screen at this address is for; undefined where there is no such screen. */
export function audienceOf(address: string): Audience | undefined {
  const screen = screenAt(address)
  if (screen === PATHS.login) return 'signed out'
  if (FOR_ANYBODY.has(screen)) return 'anybody'
  const isScreen = SCREENS.includes(screen) || screen.startsWith(`${PATHS.receipts}/`)
  return isScreen ? 'signed in' : undefined
}

/**
 * Whether somebody may go to this address; a null session means that nobody is signed in. Everybody may see that there
 * is no such screen. What a screen then shows is up to the server.
 */
export function mayGo(session: Session | null, address: string): boolean {
  const audience = audienceOf(address)
  if (audience === 'signed in') return session !== null
  if (audience === 'signed out') return session === null
  return true
}
