import type { SECOND_FACTOR_NEEDED } from '@portal/contract/common-errors.ts'
import { joinIdentity, RETURNS } from '@portal/contract/single-sign-on.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { call, type CallError } from '../../../lib/call.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useSubmission } from '../use-submission.ts'
import { readReturn, returnFailure } from './return-texts.ts'
import { goTo, issuersQuery } from './single-sign-on.queries.ts'

/** What the sign-in screen lets others do: show the step of the code, and something before the welcome screen. */
export type NextSteps = {
  readonly onCode: () => Promise<void>
  /** Done once somebody is signed in; where they go then. */
  readonly firstRef: RefObject<(() => Promise<string>) | null>
}

/** Signing in at an issuer, and what somebody came back from one with. */
export function useSingleSignOn({ onCode, firstRef }: NextSteps) {
  const { data: issuers = [] } = useQuery(issuersQuery)
  const [returned] = useState(() => readReturn(location.search))
  const name = issuers.find(({ id }) => id === returned?.issuerId)?.name ?? 'your other account'
  const begun = useSubmission((id: string) => goTo(id))
  const outcome = returned?.outcome
  useEffect(() => {
    // Shown once: an address that is opened again tells nothing.
    if (outcome !== undefined) history.replaceState(history.state, '', location.pathname)
    if (outcome === RETURNS.code) void onCode()
    if (outcome === RETURNS.join) firstRef.current = join
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

/** Where they go then. It still waits for who has to set up a second factor first: the account offers it after that. */
async function join(): Promise<string> {
  const outcome = await call(joinIdentity).then(
    () => 'joined',
    (error: Partial<CallError>) => (error.code === FACTOR_COMES_FIRST ? RETURNS.join : 'not-joined'),
  )
  return `${PATHS.account}?sso=${outcome}`
}
