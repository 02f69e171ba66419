import { ENTER_CODE } from '@portal/contract/sign-in/code-errors.ts'
import { confirmSecondFactor, type SecondFactorSetUp } from '@portal/contract/sign-in/second-factor.ts'
import { useEffect, useId, useRef, type FormEvent } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { QrPicture } from '../../../../ui/qr-picture.tsx'
import { CODE_OF_APP, CodeField } from '../../second-factor/code-field.tsx'
import { toFailure } from '../../failure.ts'
import { FormFailure } from '../../form-failure.tsx'
import { useSubmission } from '../../use-submission.ts'
import classes from '../account.module.css'
import { confirmSetUp } from './second-factor.queries.ts'
import own from './second-factor.module.css'

type Props = {
  readonly setUp: SecondFactorSetUp
  readonly onDone: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Transfers the secret to an app, and asks for the app's first code. */
export function SetUpForm({ setUp, onDone, onCancel }: Props) {
  const { isBusy, failure, submit } = useSubmission(async (typed: string) => {
    if (typed.trim() === '') return { text: ENTER_CODE.sentence, hint: null }
    try {
      onDone(await confirmSetUp(typed))
      return null
    } catch (error) {
      return toFailure(error, confirmSecondFactor.fallback)
    }
  })
  const code = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLParagraphElement>(null)
  const failureId = useId()
  useEffect(() => first.current?.focus(), [])

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit(code.current?.value ?? '')) code.current?.select()
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      <p ref={first} tabIndex={-1}>
        Open an authenticator app on your phone, such as Microsoft Authenticator or Google Authenticator, and
        scan this picture with it.
      </p>
      <QrPicture
        picture={setUp.picture}
        alt="QR code with the secret that stands below"
        className={own.picture}
      />
      <div>
        <p className={classes.dim}>
          If the app is on this device, <a href={setUp.address}>open it here</a>. If you cannot scan the
          picture, enter this key in the app:
        </p>
        <code className={own.secret}>{setUp.secret}</code>
      </div>
      <CodeField
        ref={code}
        kind={CODE_OF_APP}
        hint="The six digits that the app then shows."
        isWrong={failure !== null}
        describedBy={failure ? failureId : undefined}
      />
      <FormFailure id={failureId} failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? 'Turning on...' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
