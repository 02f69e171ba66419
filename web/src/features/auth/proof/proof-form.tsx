import { Suspense, useEffect, useId, useRef, useState, type FormEvent, type Ref } from 'react'
import { optional } from '../../../lib/optional-part.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import type { Failure } from '../failure.ts'
import { FormFailure } from '../form-failure.tsx'
import { useSubmission } from '../use-submission.ts'
import { PasskeyProof } from './passkey-proof.tsx'
import classes from './proof.module.css'
import { sendCode, sendPassword } from './send-proof.ts'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../account/account.queries.ts'
import { secondFactorQuery } from '../account/second-factor/second-factor.queries.ts'
import { useHasPassword } from '../account/use-ways-left.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { CODE_OF_APP, CodeField } from '../second-factor/code-field.tsx'

type ProofFieldProps = {
  readonly kind: 'password' | 'code'
  readonly ref: Ref<HTMLInputElement>
  readonly isWrong: boolean
  readonly describedBy: string | undefined
}

/** Loaded separately, because most users have no issuer to sign in at. */
const IssuerProof = optional(25, async () => {
  const { IssuerProof: Part } = await import('./issuer-proof.tsx')
  return Part
})

type Props = {
  readonly username: string
  readonly onProven: () => void
  readonly onCancel: () => void
}

type Kind = 'password' | 'code' | 'nothing'

const WHY: Readonly<Record<Kind, string>> = {
  password: 'To continue, enter your password once more.',
  code: 'To continue, enter the six digits that your authenticator app shows.',
  nothing:
    'You have no password here to confirm it with. Please ask your county manager or the helpdesk for a link to choose one.',
}

/** Asks for the user's password, or for a code of their second factor. A user with neither gets no input field. */
export function ProofForm(props: Props) {
  const { isAwaited, hasPassword, hasCodes } = useWaysToProve()
  if (isAwaited) return <Loading>One moment...</Loading>
  const kinds: Kind[] = [
    ...(hasPassword ? ['password' as const] : []),
    ...(hasCodes ? ['code' as const] : []),
  ]
  return <FormOfKinds {...props} kinds={kinds} />
}

function FormOfKinds({ username, onProven, onCancel, kinds }: Props & { readonly kinds: readonly Kind[] }) {
  const [wanted, setWanted] = useState<Kind | null>(null)
  const kind = wanted ?? kinds[0] ?? 'nothing'
  const other = kinds.find((one) => one !== kind)
  const { isBusy, failure, submit } = useSubmission((send: () => Promise<Failure | null>) => send())
  const field = useRef<HTMLInputElement>(null)
  const [whyId, failureId] = [useId(), useId()]
  const [refusedKind, setRefusedKind] = useState(kind)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => (kind === 'nothing' ? cancel : field).current?.focus(), [kind])

  const settle = async (sending: () => Promise<Failure | null>) => {
    setRefusedKind(kind)
    if (await submit(sending)) field.current?.select()
    else onProven()
  }
  const leave = (sending: () => Promise<Failure | null>) => {
    setRefusedKind(kind)
    return submit(sending)
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const typed = field.current?.value ?? ''
    await settle(() => (kind === 'code' ? sendCode(typed) : sendPassword(typed)))
  }
  const shown = refusedKind === kind ? failure : null
  const atIssuer = (
    <Suspense>
      <IssuerProof isBusy={isBusy} isOnly={kind === 'nothing'} onLeave={(sending) => void leave(sending)} />
    </Suspense>
  )
  const wrong = { isWrong: shown !== null, describedBy: shown ? failureId : undefined }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      <p id={whyId} className={classes.why}>
        {WHY[kind]}
      </p>
      {/* Hidden: tells a password manager whose password this is. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
      {kind !== 'nothing' && <ProofField ref={field} kind={kind} {...wrong} />}
      <FormFailure id={failureId} failure={shown} />
      {kind === 'nothing' && atIssuer}
      <div className={classes.actions}>
        {other && (
          <Button look="quiet" onClick={() => setWanted(other)}>
            {other === 'password' ? 'Use your password instead' : 'Use a code instead'}
          </Button>
        )}
        <Button ref={cancel} aria-describedby={kind === 'nothing' ? whyId : undefined} onClick={onCancel}>
          Cancel
        </Button>
        {kind !== 'nothing' && (
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? 'Confirming...' : 'Confirm'}
          </Button>
        )}
        <PasskeyProof isBusy={isBusy} onProve={(sending) => void settle(sending)} />
      </div>
      {kind !== 'nothing' && atIssuer}
    </form>
  )
}

/** The kinds of proof that the user can type. */
function useWaysToProve() {
  const hasPassword = useHasPassword()
  const { isLoading } = useQuery(accountQuery)
  const factor = useQuery(secondFactorQuery)
  return {
    isAwaited: isLoading || (!hasPassword && factor.isLoading),
    hasPassword,
    hasCodes: factor.data?.since != null,
  }
}

/** The field for the password or for the code. */
function ProofField({ kind, ...others }: ProofFieldProps) {
  if (kind === 'code') return <CodeField kind={CODE_OF_APP} {...others} />
  return (
    <PasswordField
      data-autofocus
      label="Password"
      name="password"
      autoComplete="current-password"
      required
      {...others}
    />
  )
}
