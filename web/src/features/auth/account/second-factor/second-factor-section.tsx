import type { SecondFactor } from '@portal/contract/sign-in/second-factor.ts'
import { useRef, useState } from 'react'
import { useConfig } from '../../../../lib/config.ts'
import { formatDateTime } from '../../../../lib/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../../../ui/load-failed.tsx'
import { Loading } from '../../../../ui/loading.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { AccountSection } from '../account-section.tsx'
import classes from '../account.module.css'
import { useHasPassword } from '../use-ways-left.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import own from './second-factor.module.css'
import { SetUpForm } from './set-up-form.tsx'
import { useSecondFactor } from './use-second-factor.ts'

/** Shown instead of the Remove button if this is the last factor and the role requires one. */
const WHY_IT_STAYS = 'Your role requires two-step verification, so it stays until you add a passkey.'

type Screen = ReturnType<typeof useSecondFactor>

type SectionProps = {
  /**
   * Set if a second factor is required, next to the passkeys section. Called once the factor is on and the recovery
   * codes are saved.
   */
  readonly onSetUp?: () => void
}

/** Codes of an authenticator app, as the second step of signing in. */
export function SecondFactorSection({ onSetUp }: SectionProps) {
  const screen = useSecondFactor()
  const { state, hasFailed, reload, notice, dismiss } = screen
  const shown = useRef<HTMLDivElement>(null)
  // The pressed button is gone.
  const close = () => {
    screen.close()
    shown.current?.focus()
    if (screen.showing?.what === 'recovery codes') onSetUp?.()
  }
  return (
    <AccountSection id="second-factor" title={onSetUp ? 'Codes from an app' : 'Two-step verification'}>
      {!state && hasFailed && (
        <LoadFailed text="Your two-step verification could not be loaded." onRetry={reload} />
      )}
      {!state && !hasFailed && (
        <div className={own.awaited}>
          <Loading>Loading two-step verification...</Loading>
          <div className={`${own.shown} ${own.room}`}>
            <Off screen={{ ...screen, close }} isAskedFor={onSetUp !== undefined} />
          </div>
        </div>
      )}
      {state && (
        <div ref={shown} tabIndex={-1} className={own.shown}>
          <Shown state={state} screen={{ ...screen, close }} isAskedFor={onSetUp !== undefined} />
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

type Props = { readonly state: SecondFactor; readonly screen: Screen; readonly isAskedFor: boolean }

function Shown({ state, screen, isAskedFor }: Props) {
  const { showing, showCodes, close } = screen
  if (showing?.what === 'set-up')
    return <SetUpForm setUp={showing.setUp} onDone={showCodes} onCancel={close} />
  if (showing) return <RecoveryCodes codes={showing.codes} onDone={close} />
  if (state.since) return <On state={state} since={state.since} screen={screen} />
  return <Off screen={screen} isAskedFor={isAskedFor} />
}

function Off({ screen: { isBusy, begin }, isAskedFor }: Omit<Props, 'state'>) {
  const hasPassword = useHasPassword()
  return (
    <>
      <p className={classes.dim}>{whatItIs(hasPassword)}</p>
      <div className={classes.actions}>
        <Button
          look={isAskedFor ? 'primary' : 'plain'}
          aria-disabled={isBusy}
          onClick={() => !isBusy && begin()}
        >
          {isAskedFor ? 'Set up codes' : 'Set up two-step verification'}
        </Button>
      </div>
    </>
  )
}

/** Actions that cannot be undone and therefore ask for confirmation. */
const QUESTIONS = {
  renew: {
    title: 'Make new recovery codes?',
    question: 'The ones that you have kept stop working.',
    yes: 'Make new ones',
    no: 'Keep these',
  },
  remove: {
    title: 'Remove two-step verification?',
    question: 'From then on the sign-in asks for no code. Your recovery codes stop working.',
    yes: 'Remove',
    no: 'Keep',
  },
} as const

type OnProps = { readonly state: SecondFactor; readonly since: string; readonly screen: Screen }

function On({ state, since, screen }: OnProps) {
  const { timeZone } = useConfig()
  const { isBusy, renew, remove } = screen
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null)
  const act = { renew, remove }
  return (
    <>
      <p>
        Two-step verification has been on{' '}
        <span className={classes.dim}>since {formatDateTime(since, timeZone)}</span>.{' '}
        {leftText(state.recoveryCodesLeft)}
      </p>
      <div className={classes.actions}>
        <Button aria-disabled={isBusy} onClick={() => !isBusy && setAsked('renew')}>
          New recovery codes
        </Button>
        {state.mayRemove && (
          <Button aria-disabled={isBusy} onClick={() => !isBusy && setAsked('remove')}>
            Remove
          </Button>
        )}
      </div>
      {!state.mayRemove && <p className={classes.dim}>{WHY_IT_STAYS}</p>}
      {asked && (
        <ConfirmDialog
          opened
          {...QUESTIONS[asked]}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            act[asked]()
          }}
        />
      )}
    </>
  )
}

/** The number of recovery codes left, and what to do when they run low. */
export function leftText(left: number): string {
  if (left === 0) return 'No recovery code is left. Please make new ones.'
  const text = left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
  return left <= 3 ? `${text} You can make new ones.` : text
}

/**
 * Explains a second factor to a user without one. Users without a password sign in through an issuer, whose own factor
 * may count.
 */
export function whatItIs(hasPassword: boolean): string {
  const what = 'Two-step verification is a second lock on your account:'
  const digits = 'six digits that an app on your phone shows'
  return hasPassword
    ? `${what} after your password, the sign-in asks for ${digits}. Somebody who has only your password then cannot get in.`
    : `${what} after your sign-in elsewhere, the portal asks for ${digits}, unless the sign-in there counts as one already.`
}
