import type { Automatic } from '../../../engines/mailbox/message/mail-facts.ts'

/** The facts about a message after it was read. */
export type MailFacts = {
  /** Whether its sender address is one of the portal's own. */
  readonly isOwn: boolean
  readonly automatic: Automatic | null
  /** Why only a person can process it. */
  readonly tooMuch: string | null
  readonly unreadable: string | null
  readonly sender: 'none or several' | 'not vouched for' | 'unknown' | 'known'
  /** The county of its address; null if it was sent to none, or to several. */
  readonly county: { readonly name: string; readonly mayFile: boolean } | null
  readonly files: number
}

export type MailVerdict =
  | { readonly kind: 'take' }
  | { readonly kind: 'refused' | 'waiting'; readonly reason: string }

/**
 * Decides what happens to a message. A message of an unverified sender is never imported. It is rejected only if it
 * names the portal as its sender or is an automatic reply.
 */
export function classifyMessage(facts: MailFacts): MailVerdict {
  const { isOwn, automatic, tooMuch, unreadable, sender, county, files } = facts
  if (isOwn) return refused('The sender address belongs to the portal.')
  if (automatic === 'answer') return refused('This is an automatic reply.')
  if (tooMuch !== null) return waiting(tooMuch)
  if (sender !== 'known') return waiting(SENDERS[sender])
  if (county === null) return waiting('It must be sent to exactly one filing address.')
  if (!county.mayFile) return waiting(`Its sender may not upload for ${county.name}.`)
  if (unreadable !== null) return waiting(unreadable)
  if (files === 0)
    return refused('No file was attached. Pictures within the text are not taken: please attach each file.')
  return { kind: 'take' }
}

const SENDERS = {
  'none or several': 'It must name exactly one sender.',
  'not vouched for': 'We could not verify the sender.',
  unknown: 'No one who can upload uses this address.',
} as const

const refused = (reason: string): MailVerdict => ({ kind: 'refused', reason })
const waiting = (reason: string): MailVerdict => ({ kind: 'waiting', reason })
