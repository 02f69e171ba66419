import { type SECOND_FACTOR_NEEDED, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { joinIdentity, RETURNS } from '@portal/contract/sign-in/single-sign-on.ts'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { call, type CallError } from '../../../lib/call.ts'
import { PATHS } from '../../../lib/paths.ts'
import { toFailure } from '../failure.ts'
import { useSubmission } from '../use-submission.ts'
import { JOINED_AT_SIGN_IN, type Joined } from './use-joining.ts'
import { goTo, issuersQuery } from './single-sign-on.queries.ts'
import { WRONG_SIGN_IN } from '@portal/contract/sign-in/sign-in.ts'
import { ISSUER_REFUSED, RETURN_ERRORS } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import { sentenceOf } from '@portal/contract/error.ts'

/** What somebody came back from an issuer with. */
type Returned = { readonly outcome: string; readonly issuerId: string }

const KNOWN = [...RETURN_ERRORS, WRONG_SIGN_IN, TOO_MANY_ATTEMPTS]

/** What the sign-in screen lets others do: show the step of the code, and something before the welcome screen. */
export type NextSteps = {
  readonly onCode: () => Promise<void>
  /** Done once somebody is signed in; where they go then. */
  readonly firstRef: RefObject<(() => Promise<string>) | null>
}

/** Signing in at an issuer, and what somebody came back from one with. */
export function useSingleSignOn({ onCode, firstRef }: NextSteps) {
  const { data: issuers = [] } = useQuery(issuersQuery)
  const queryClient = useQueryClient()
  const [returned] = useState(() => readReturn(location.search))
  const name = issuers.find(({ id }) => id === returned?.issuerId)?.name ?? 'your other account'
  const begun = useSubmission((id: string) => goTo(id))
  const outcome = returned?.outcome
  useEffect(() => {
    // Shown once: an address that is opened again tells nothing.
    if (outcome !== undefined) history.replaceState(history.state, '', location.pathname)
    if (outcome === RETURNS.code) void onCode()
    if (outcome === RETURNS.join) firstRef.current = () => join(queryClient)
    // What somebody came back with does not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome])
  const isJoining = outcome === RETURNS.join
  const hasFailed = outcome !== undefined && !isJoining && outcome !== RETURNS.code
  return {
    issuers,
    name,
    isJoining,
    isBusy: begun.isBusy,
    failure: begun.failure ?? (hasFailed ? { text: returnFailure(outcome, name), hint: null } : null),
    begin: (id: string) => void begun.submit(id),
  }
}

/** Written out: its sentence would come with a first visit. */
const FACTOR_COMES_FIRST: typeof SECOND_FACTOR_NEEDED.code = 'session.second_factor_needed'

/**
 * Where they go then. What came of it is handed over in memory: a word in the address could be anybody's. It still waits for
 * who has to set up a second factor first: the account offers it after that.
 */
async function join(queryClient: QueryClient): Promise<string> {
  const joined = await call(joinIdentity).then(
    ({ message }): Joined => ({ text: message }),
    (error: Partial<CallError>): Joined | undefined =>
      error.code === FACTOR_COMES_FIRST ? undefined : { failure: toFailure(error, joinIdentity.fallback) },
  )
  queryClient.setQueryData(JOINED_AT_SIGN_IN, joined)
  return PATHS.account
}

/** What the address says of that; null where nobody came back. */
function readReturn(search: string): Returned | null {
  const query = new URLSearchParams(search)
  const outcome = query.get('sso')
  return outcome === null ? null : { outcome, issuerId: query.get('with') ?? '' }
}

/** Why it did not work. The address holds a code only: nobody puts words of theirs on this screen. */
function returnFailure(outcome: string, name: string): string {
  const error = KNOWN.find(({ code }) => code === outcome) ?? ISSUER_REFUSED
  return sentenceOf(error, { name })
}
