import { SCREENS } from '@portal/contract/screens.ts'
import type { Settings } from '../../../engines/config/settings.ts'

/** Milliseconds that a registration can be confirmed, and that its links stay valid, from the registration on. */
export const CONFIRM_LIFETIME_MS = 24 * 3_600_000

/** Milliseconds that a link stays valid after it is made. */
export const RESET_LIFETIME_MS = 3_600_000

export const FIRST_PASSWORD_LIFETIME_MS = 72 * 3_600_000

type LinkSettings = Pick<Settings, 'publicUrl'>

type MailedToken = { email: string; token: string }

/** The link that confirms an address. It starts with PUBLIC_URL, whatever host the request named. */
export function confirmLink(settings: LinkSettings, addressed: MailedToken): string {
  return linkTo(settings, SCREENS.confirm, addressed)
}

/** The link that sets a new or a first password. */
export function resetLink(settings: LinkSettings, addressed: MailedToken): string {
  return linkTo(settings, SCREENS.resetPassword, addressed)
}

function linkTo({ publicUrl }: LinkSettings, screen: string, { email, token }: MailedToken): string {
  return `${publicUrl}${screen}?${new URLSearchParams({ email, token }).toString()}`
}

/** Registrations requested at this moment or earlier have expired at `now`. */
export function pendingSince(now: Date): Date {
  return new Date(now.getTime() - CONFIRM_LIFETIME_MS)
}
