import { useId, useRef, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import classes from '../auth.module.css'
import { FormFailure } from '../form-failure.tsx'
import { PASSWORD_HINT } from '../new-password.ts'
import type { NewPassword, ResetFailure, ResetField } from './reset-texts.ts'

type Props = {
  readonly email: string
  readonly isBusy: boolean
  readonly failure: ResetFailure | null
  readonly submit: (typed: NewPassword) => Promise<ResetFailure | null>
}

/** Asks for the new password, twice. */
export function ResetForm({ email, isBusy, failure, submit }: Props) {
  const newPassword = useRef<HTMLInputElement>(null)
  const confirmPassword = useRef<HTMLInputElement>(null)
  const failureId = useId()

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const failed = await submit({
      newPassword: newPassword.current?.value ?? '',
      confirmPassword: confirmPassword.current?.value ?? '',
    })
    if (failed?.field) ({ newPassword, confirmPassword })[failed.field].current?.focus()
  }
  const about = (field: ResetField) => ({
    isWrong: failure?.field === field,
    describedBy: failure?.field === field ? failureId : undefined,
  })

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      {/* Hidden: tells a password manager whose password this is. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
      <PasswordField
        {...about('newPassword')}
        ref={newPassword}
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        required
      />
      <PasswordField
        {...about('confirmPassword')}
        ref={confirmPassword}
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        required
      />
      <FormFailure id={failureId} failure={failure} />
      <Button type="submit" look="primary" isWide aria-disabled={isBusy}>
        {isBusy ? 'Updating...' : 'Update password'}
      </Button>
    </form>
  )
}
