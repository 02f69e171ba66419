import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { FormFailure } from '../form-failure.tsx'
import { useSubmission } from '../use-submission.ts'
import { CODE_OF_APP, CodeField, RECOVERY_CODE, type CodeKind } from './code-field.tsx'
import { ENTER_CODE } from '@portal/contract/sign-in/code-errors.ts'
import { SOMETHING_WENT_WRONG } from '@portal/contract/common-errors.ts'
import { loginWithCode } from '@portal/contract/sign-in/second-factor.ts'
import { call } from '../../../lib/call.ts'
import { toFailure, type Failure } from '../failure.ts'

type Props = {
  /** Completes the sign-in once the code is accepted; resolves with the failure, or null. */
  readonly finish: Parameters<typeof sendCode>[1]
  readonly onBack: () => void
}

/** The second step of signing in: a code of the app, or a recovery code. */
export function CodeStep({ finish, onBack }: Props) {
  const [kind, setKind] = useState<CodeKind>(CODE_OF_APP)
  useEffect(() => focusUsername, [])
  return (
    <AuthFrame title="Enter your code">
      <CodeForm key={kind.label} kind={kind} finish={finish} />
      <p className={classes.links}>
        <Button look="quiet" onClick={() => setKind(kind === CODE_OF_APP ? RECOVERY_CODE : CODE_OF_APP)}>
          {kind.other}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back to Login
        </Button>
      </p>
    </AuthFrame>
  )
}

/** After Back, the focus goes to the first field of the sign-in form. */
function focusUsername(): void {
  document.querySelector<HTMLInputElement>('input[name="username"]')?.focus()
}

function CodeForm({ kind, finish }: Pick<Props, 'finish'> & { readonly kind: CodeKind }) {
  const { isBusy, failure, submit } = useSubmission((typed: string) => sendCode(typed, finish))
  const code = useRef<HTMLInputElement>(null)
  const failureId = useId()
  useEffect(() => code.current?.focus(), [])

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit(code.current?.value ?? '')) code.current?.select()
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      <p className={classes.dim}>{kind.why}</p>
      <CodeField
        ref={code}
        kind={kind}
        isWrong={failure !== null}
        describedBy={failure ? failureId : undefined}
      />
      <FormFailure id={failureId} failure={failure} />
      <Button type="submit" look="primary" isWide aria-disabled={isBusy}>
        {isBusy ? 'Logging ...' : 'Login'}
      </Button>
    </form>
  )
}

/** Sends the code of the second step; resolves with the failure, or null. */
async function sendCode(typed: string, finish: () => Promise<Failure | null>): Promise<Failure | null> {
  if (typed.trim() === '') return { text: ENTER_CODE.sentence, hint: null }
  try {
    await call(loginWithCode, { body: { code: typed } })
    return await finish()
  } catch (error) {
    return toFailure(error, SOMETHING_WENT_WRONG.sentence)
  }
}
