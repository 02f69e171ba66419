import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import classes from '../account/account.module.css'
import { SecondFactorSection } from '../account/second-factor/second-factor-section.tsx'
import { FormFailure } from '../form-failure.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { GiveFactor } from './give-factor.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyOtherTabs } from '../../../lib/other-tabs.ts'
import { fetchSession, sessionQuery } from '../../../lib/session.ts'
import { toFailure, type Failure } from '../failure.ts'

const NOT_KNOWN = 'The portal could not be asked what comes next. Please reload the page.'

export type NeededFactor = NonNullable<Session['secondFactor']>

type Props = {
  readonly needed: NeededFactor
  /** Continues to the requested screen. */
  readonly onDone: () => void
}

/** Replaces every screen for a user who must sign in with a second factor and has not done so. */
export function SecondFactorFirst({ needed, onDone }: Props) {
  const { failure, proceed } = useContinue(onDone)
  return (
    <div className={classes.page}>
      {needed === 'to set up' ? <SetUp onReady={proceed} /> : <Give onReady={proceed} />}
      <FormFailure id="second-factor-first" failure={failure} />
    </div>
  )
}

type PartProps = { readonly onReady: () => void }

function SetUp({ onReady }: PartProps) {
  useTitle('Set up two-step verification')
  return (
    <>
      <PageHeading takesFocus>Set up two-step verification</PageHeading>
      <p>
        Your role requires two-step verification. Please set up one of these two: codes from an app, or a
        passkey. After that you go on to where you wanted to go.
      </p>
      <SecondFactorSection onSetUp={onReady} />
      <PasskeysSection onAdded={onReady} />
    </>
  )
}

function Give({ onReady }: PartProps) {
  useTitle('Confirm your sign-in')
  return (
    <>
      <PageHeading takesFocus>Confirm your sign-in</PageHeading>
      <p>Your role requires two-step verification. After this step you go on to where you wanted to go.</p>
      <GiveFactor onGiven={onReady} />
    </>
  )
}

/** Reloads the session's permissions, then continues. */
function useContinue(onDone: () => void) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const proceed = async () => {
    try {
      queryClient.setQueryData(sessionQuery.queryKey, await fetchSession())
      notifyOtherTabs('session changed')
      onDone()
    } catch (error) {
      setFailure(toFailure(error, NOT_KNOWN))
    }
  }
  return { failure, proceed: () => void proceed() }
}
