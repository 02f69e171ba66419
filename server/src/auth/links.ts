import { randomBytes } from 'node:crypto'
import { SCREENS } from '@portal/contract/screens.ts'
import type { Settings } from '../config/settings.ts'
import { hashToken } from './session.ts'

/** Milliseconds that a link lives, from the moment it is made. */
export const RESET_LIFE = 3_600_000
export const FIRST_PASSWORD_LIFE = 72 * 3_600_000

const TOKEN_BYTES = 32

/** A link's secret, 256 random bits, and what the database knows it by. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

type Where = Pick<Settings, 'publicUrl'>
type Addressed = { email: string; token: string }

/** The link that confirms an address. Links begin with PUBLIC_URL, whatever host a request named. */
export function confirmLink(where: Where, addressed: Addressed): string {
  return linkTo(where, SCREENS.confirm, addressed)
}

/** The link that sets a new password, or the first one. */
export function resetLink(where: Where, addressed: Addressed): string {
  return linkTo(where, SCREENS.resetPassword, addressed)
}

function linkTo({ publicUrl }: Where, screen: string, { email, token }: Addressed): string {
  return `${publicUrl}${screen}?${new URLSearchParams({ email, token }).toString()}`
}
