import { SCREENS } from '@portal/contract/screens.ts'
import type { Settings } from '../../engines/config/settings.ts'

/** Milliseconds that a registration waits for its confirmation, and that its links live, from its own moment on. */
export const CONFIRM_LIFETIME_MS = 24 * 3_600_000

/** Milliseconds that a link lives, from the moment it is made. */
export const RESET_LIFETIME_MS = 3_600_000

export const FIRST_PASSWORD_LIFETIME_MS = 72 * 3_600_000

type LinkSettings = Pick<Settings, 'publicUrl'>

type MailedToken = { email: string; token: string }

/** The link that confirms an address. Links begin with PUBLIC_URL, whatever host a request named. */
export function confirmLink(settings: LinkSettings, addressed: MailedToken): string {
  return linkTo(settings, SCREENS.confirm, addressed)
}

/** The link that sets a new password, or the first one. */
export function resetLink(settings: LinkSettings, addressed: MailedToken): string {
  return linkTo(settings, SCREENS.resetPassword, addressed)
}

function linkTo({ publicUrl }: LinkSettings, screen: string, { email, token }: MailedToken): string {
  return `${publicUrl}${screen}?${new URLSearchParams({ email, token }).toString()}`
}

/** Registrations that were asked for at this moment or before are dead at `now`. */
export function pendingSince(now: Date): Date {
  return new Date(now.getTime() - CONFIRM_LIFETIME_MS)
}
