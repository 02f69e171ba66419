import type { JobKindCounts } from '@portal/contract/operations/jobs.ts'

/** What each kind of job does. */
const KINDS: Readonly<Record<string, string>> = {
  'send-mail': 'Send an e-mail',
  'send-awaited-mail': 'Priority e-mail',
  'send-slow-mail': 'E-mail with a long receipt',
  'send-mails-together': 'E-mail digest',
  'resend-confirmations': 'Resend confirmations',
  'offer-password': 'Offer to choose a password',
  'write-owner-roll': 'Update owner list',
  'night-share': 'Nightly check',
  'scan-documents': 'Check documents for viruses',
  'queue-texts': 'Queue texts of documents',
  'read-texts': 'Read texts of documents',
}

const MAILS: Readonly<Record<string, string>> = {
  registration: 'Confirmation of an address',
  reset: 'Password reset link',
  'password-offer': 'Link to choose a password',
  'password-set': 'Password changed',
  'password-link': 'Password reset link',
  invitation: 'Invitation',
  'access-changed': 'Access changed',
  'new-sign-in': 'New sign-in',
  'sign-in-change': 'Sign-in settings changed',
  'throttled-sign-in': 'Too many wrong passwords',
  'wrong-codes': 'Too many wrong codes',
  'infected-upload': 'Virus found, to the uploader',
  'infected-file': 'Virus found, to administrators',
}

/** A kind from another release is shown by its own name. */
export function kindText(kind: string): string {
  return KINDS[kind] ?? kind
}

export function mailText(kind: string): string {
  return MAILS[kind] ?? kind
}

const MAX_COUNTED = { waiting: 10_000, running: 10_000, failed: 1000 } as const

type Counted = keyof typeof MAX_COUNTED

/** Appends `or more` where the server stops counting, as in `10,000 or more`. */
export function countText(counts: Pick<JobKindCounts, Counted>, of: Counted): string {
  return sumText([counts], of)
}

/** The pending, running and failed jobs of all kinds. */
export function totalText(kinds: readonly JobKindCounts[]): string {
  return `${sumText(kinds, 'waiting')} waiting, ${sumText(kinds, 'running')} running, ${sumText(kinds, 'failed')} failed`
}

function sumText(kinds: readonly Pick<JobKindCounts, Counted>[], of: Counted): string {
  const sum = kinds.reduce((total, each) => total + each[of], 0)
  const isMore = kinds.some((each) => each[of] >= MAX_COUNTED[of])
  return `${sum.toLocaleString('en-US')}${isMore ? ' or more' : ''}`
}

type Counts = readonly { readonly kind: string; readonly count: number }[]

export function retriedText({
  retried,
  outOfDate = [],
}: {
  retried: Counts
  outOfDate?: Counts | undefined
}): string {
  if (outOfDate.length > 0) {
    return 'This e-mail is out of date and was not sent. A newer link or password exists, or no one needs it.'
  }
  const count = retried.reduce((sum, each) => sum + each.count, 0)
  return count === 1
    ? 'It will be retried now.'
    : `${count.toLocaleString('en-US')} tasks will be retried now.`
}
