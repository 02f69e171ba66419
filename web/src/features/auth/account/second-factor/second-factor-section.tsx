import type { SecondFactor } from '@portal/contract/second-factor.ts'
import { useRef, useState } from 'react'
import { useConfig } from '../../../../lib/config.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../../../ui/load-failed.tsx'
import { Loading } from '../../../../ui/loading.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { AccountSection } from '../account-section.tsx'
import classes from '../account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { leftText } from './second-factor-texts.ts'
import own from './second-factor.module.css'
import { SetUpForm } from './set-up-form.tsx'
import { useSecondFactor } from './use-second-factor.ts'

type Screen = ReturnType<typeof useSecondFactor>

/** Codes of an authenticator app besides the password. */
export function SecondFactorSection() {
  const screen = useSecondFactor()
  const { state, hasFailed, reload, notice, dismiss } = screen
  const shown = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  const close = () => {
    screen.close()
    shown.current?.focus()
  }
  return (
    <AccountSection title="Second factor">
      {!state && hasFailed && <LoadFailed onRetry={reload} />}
      {!state && !hasFailed && <Loading>Loading your second factor...</Loading>}
      {state && (
        <div ref={shown} tabIndex={-1} className={own.shown}>
          <Shown state={state} screen={{ ...screen, close }} />
        </div>
      )}
      {notice && (
        <Notice key={notice.id} tone={notice.tone} onDismiss={dismiss}>
          {notice.text}
        </Notice>
      )}
    </AccountSection>
  )
}

type Props = { readonly state: SecondFactor; readonly screen: Screen }

function Shown({ state, screen }: Props) {
  const { showing, showCodes, close, isBusy, begin } = screen
  if (showing?.what === 'set-up')
    return <SetUpForm setUp={showing.setUp} onDone={showCodes} onCancel={close} />
  if (showing) return <RecoveryCodes codes={showing.codes} onDone={close} />
  if (state.since) return <On since={state.since} left={state.recoveryCodesLeft} screen={screen} />
  return (
    <>
      <p className={classes.dim}>
        With a second factor, signing in asks for a code of an app on your phone after your password. Whoever
        learns your password is then not let in.
      </p>
      <div className={classes.actions}>
        <Button aria-disabled={isBusy} onClick={() => !isBusy && begin()}>
          Set up a second factor
        </Button>
      </div>
    </>
  )
}

type OnProps = { readonly since: string; readonly left: number; readonly screen: Screen }

function On({ since, left, screen }: OnProps) {
  const { timeZone } = useConfig()
  const { isBusy, renew, remove } = screen
  const [asks, setAsks] = useState(false)
  return (
    <>
      <p>
        Your second factor is on <span className={classes.dim}>since {formatMoment(since, timeZone)}</span>.{' '}
        {leftText(left)}
      </p>
      <div className={classes.actions}>
        <Button aria-disabled={isBusy} onClick={() => !isBusy && renew()}>
          New recovery codes
        </Button>
        <Button aria-disabled={isBusy} onClick={() => !isBusy && setAsks(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        opened={asks}
        title="Remove your second factor?"
        question="From then on your password alone signs you in. Your recovery codes stop working."
        onNo={() => setAsks(false)}
        onYes={() => {
          setAsks(false)
          remove()
        }}
      />
    </>
  )
}
