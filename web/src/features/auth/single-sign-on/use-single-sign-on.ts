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

/** The parameters of the return from an issuer. */
type Returned = { readonly outcome: string; readonly issuerId: string }

const KNOWN = [...RETURN_ERRORS, WRONG_SIGN_IN, TOO_MANY_ATTEMPTS]

/** The hooks into the sign-in screen: show the code step, and run a step before the welcome screen. */
export type NextSteps = {
  readonly onCode: () => Promise<void>
  /** Runs after the sign-in; resolves with the path of the next screen. */
  readonly firstRef: RefObject<(() => Promise<string>) | null>
}

/** Signs in at an issuer, and handles the return from one. */
export function useSingleSignOn({ onCode, firstRef }: NextSteps) {
  const { data: issuers = [] } = useQuery(issuersQuery)
  const queryClient = useQueryClient()
  const [returned] = useState(() => readReturn(location.search))
  const name = issuers.find(({ id }) => id === returned?.issuerId)?.name ?? 'your other account'
  const begun = useSubmission((id: string) => goTo(id))
  const outcome = returned?.outcome
  useEffect(() => {
    // Shown once: reopening the address must show nothing.
    if (outcome !== undefined) history.replaceState(history.state, '', location.pathname)
    if (outcome === RETURNS.code) void onCode()
    if (outcome === RETURNS.join) firstRef.current = () => join(queryClient)
    // The parameters of the return never change.
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

/** A literal, because an import would add its sentence to the download of a first visit. */
const FACTOR_COMES_FIRST: typeof SECOND_FACTOR_NEEDED.code = 'session.second_factor_needed'

/**
 * Joins the account and returns the next path. The result passes in memory, because anyone could write a text into the
 * address. If the user must set up a second factor first, the account page offers the join afterwards.
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

/** The parameters of the return in the address; null if this is not a return. */
function readReturn(search: string): Returned | null {
  const query = new URLSearchParams(search)
  const outcome = query.get('sso')
  return outcome === null ? null : { outcome, issuerId: query.get('with') ?? '' }
}

/** Why the sign-in failed. The address holds only a code, so that nobody can place their own text on this screen. */
function returnFailure(outcome: string, name: string): string {
  const error = KNOWN.find(({ code }) => code === outcome) ?? ISSUER_REFUSED
  return sentenceOf(error, { name })
}
