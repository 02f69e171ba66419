import { WRONG_SIGN_IN } from '@portal/contract/sign-in/sign-in.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { ISSUER_REFUSED, RETURN_ERRORS } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import { sentenceOf } from '@portal/contract/error.ts'

/** What somebody came back from an issuer with. */
export type Returned = { readonly outcome: string; readonly issuerId: string }

/** What the address says of that; null where nobody came back. */
export function readReturn(search: string): Returned | null {
  const query = new URLSearchParams(search)
  const outcome = query.get('sso')
  return outcome === null ? null : { outcome, issuerId: query.get('with') ?? '' }
}

const KNOWN = [...RETURN_ERRORS, WRONG_SIGN_IN, TOO_MANY_ATTEMPTS]

/** Why it did not work. The address holds a code only: nobody puts words of theirs on this screen. */
export function returnFailure(outcome: string, name: string): string {
  const error = KNOWN.find(({ code }) => code === outcome) ?? ISSUER_REFUSED
  return sentenceOf(error, { name })
}
