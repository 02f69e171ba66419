import { MAIL_STATES, type MailState } from '@portal/contract/ingestion/mailbox.ts'

/** What the screen shows, as its address says it; a place is that of the page behind which it stands. */
export type MailboxAddress = { readonly state: MailState; readonly after: string | null }

/** Reads an address that anybody may have typed: what is not known counts as not set. */
export function readMailboxAddress(params: URLSearchParams): MailboxAddress {
  return { state: stateOf(params.get('state')), after: params.get('after') }
}

/** The address of a view; what is not set, and those that wait, are left out. */
export function writeMailboxAddress({ state, after }: MailboxAddress): URLSearchParams {
  return new URLSearchParams({ ...(state !== 'waiting' && { state }), ...(after !== null && { after }) })
}

/** A choice as an address or a field has it; those that wait where it is none. */
export function stateOf(text: string | null): MailState {
  return MAIL_STATES.find((state) => state === text) ?? 'waiting'
}
