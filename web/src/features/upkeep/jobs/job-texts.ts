import type { JobKindCounts } from '@portal/contract/jobs.ts'
import { CallError } from '../../../lib/call.ts'

/** What the work of each kind does. */
const KINDS: Readonly<Record<string, string>> = {
  'send-mail': 'Send a mail',
  'send-awaited-mail': 'Send a mail that somebody waits for',
  'send-mails-together': 'Tell several changes in one mail',
  'resend-confirmations': 'Send confirmations again',
  'offer-password': 'Offer to choose a password',
  'remove-stored-bytes': 'Remove files of deleted documents',
  'write-owner-roll': 'Write an owner roll',
  'night-share': 'Check documents at night',
  'scan-documents': 'Check documents for viruses',
}

const MAILS: Readonly<Record<string, string>> = {
  registration: 'Confirmation of an address',
  reset: 'Link to a new password',
  'password-offer': 'Link to choose a password',
  'password-set': 'Password changed',
  'password-link': 'Link to a new password',
  invitation: 'Invitation',
  'access-changed': 'Access changed',
  'new-sign-in': 'New sign-in',
  'sign-in-change': 'Way of signing in changed',
  'throttled-sign-in': 'Too many wrong passwords',
  'wrong-codes': 'Too many wrong codes',
  'infected-upload': 'Virus found, to the uploader',
  'infected-file': 'Virus found, to administrators',
}

/** Work of another release is called by its own name. */
export function kindText(kind: string): string {
  return KINDS[kind] ?? kind
}

export function mailText(kind: string): string {
  return MAILS[kind] ?? kind
}

const MOST_COUNTED = 10_000

/** `10,000 or more` where the portal counts no further. */
export function countText(count: number): string {
  return `${count.toLocaleString('en-US')}${count >= MOST_COUNTED ? ' or more' : ''}`
}

/** What of all kinds is to be done, and what was given up. */
export function totalText(kinds: readonly JobKindCounts[]): string {
  const of = (key: 'waiting' | 'running' | 'failed') =>
    countText(kinds.reduce((sum, each) => sum + each[key], 0))
  return `${of('waiting')} waiting, ${of('running')} running, ${of('failed')} given up`
}

export function retriedText(retried: readonly { readonly kind: string; readonly count: number }[]): string {
  const count = retried.reduce((sum, each) => sum + each.count, 0)
  return count === 1 ? 'It will be tried again now.' : `${countText(count)} jobs will be tried again now.`
}

/** The server's text if there is one, otherwise the call's own. */
export function failureText(failure: unknown, fallback: string): string {
  return failure instanceof CallError ? failure.message : fallback
}
