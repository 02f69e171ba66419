import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, type FormEvent, useState } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { FormFailure, StatusMessage } from '../form-failure.tsx'
import { PASSWORD_HINT, newPasswordProblem } from '../new-password.ts'
import { noPasswordText } from '../single-sign-on/identity-texts.ts'
import { identitiesQuery } from '../single-sign-on/single-sign-on.queries.ts'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'
import { accountQuery, setPassword } from './account.queries.ts'
import {
  PASSWORD_CHANGED,
  changePassword,
  ENTER_NEW_PASSWORD,
  ENTER_PASSWORD,
  WRONG_PASSWORD,
} from '@portal/contract/account/account.ts'
import { readMessage } from '../auth.wire.ts'
import { useSubmission } from '../use-submission.ts'
import { PASSWORDS_DIFFER } from '@portal/contract/sign-in/registration.ts'
import { failedBy } from '../../../lib/failure-text.ts'
import { toFailure, type Failure } from '../failure.ts'

type TypedPasswords = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
}

type PasswordFieldName = keyof TypedPasswords

/** `field` is the field at fault; null for none. */
type ChangeFailure = Failure & { readonly field: PasswordFieldName | null }

const NO_BREAK_SPACE = '\u00a0'

/** Asks for the current password and, twice, for a new one. A user without a password sees how to get one. */
export function PasswordSection() {
  const { timeZone } = useConfig()
  const changedAt = useQuery(accountQuery).data?.passwordChangedAt
  return (
    <AccountSection id="password" title="Password">
      {changedAt === null ? (
        <NoPassword />
      ) : (
        <>
          {/* Reserves its line before the text loads, so that controls below do not move while the user clicks. */}
          <p className={classes.dim}>
            {changedAt ? `Last set ${formatDateTime(changedAt, timeZone)}.` : NO_BREAK_SPACE}
          </p>
          <PasswordForm />
        </>
      )}
    </AccountSection>
  )
}

function NoPassword() {
  const { data: identities } = useQuery(identitiesQuery)
  return identities ? <p>{noPasswordText(identities)}</p> : null
}

function PasswordForm() {
  const { username } = useSession()
  const { isBusy, failure, done, submit } = useChangePassword()
  const form = useRef<HTMLFormElement>(null)
  const failureId = useId()

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = (name: PasswordFieldName) => fieldOf(form.current, name)?.value ?? ''
    const failed = await submit({
      currentPassword: typed('currentPassword'),
      newPassword: typed('newPassword'),
      confirmPassword: typed('confirmPassword'),
    })
    if (!failed) form.current?.reset()
    else if (failed.field) fieldOf(form.current, failed.field)?.focus()
  }
  const field = (name: PasswordFieldName) => ({
    name,
    required: true,
    isWrong: failure?.field === name,
    describedBy: failure?.field === name ? failureId : undefined,
  })

  return (
    <form ref={form} noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      {/* Hidden: tells a password manager whose password this is. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
      <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
      <PasswordField
        {...field('newPassword')}
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
      />
      <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
      <FormFailure id={failureId} failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? 'Changing...' : 'Change password'}
        </Button>
      </div>
      <StatusMessage>{done}</StatusMessage>
    </form>
  )
}

function fieldOf(form: HTMLFormElement | null, name: PasswordFieldName): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null
}

/** Changes the user's password; `done` is the server's message, null before that. */
function useChangePassword() {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  const send = async (typed: TypedPasswords): Promise<ChangeFailure | null> => {
    setDone(null)
    const problem = changeProblem(typed)
    if (problem) return problem
    const { currentPassword, newPassword } = typed
    const tooWeak = await newPasswordProblem(newPassword)
    if (tooWeak) return aboutField('newPassword', tooWeak)
    try {
      setDone(readMessage(await setPassword({ currentPassword, newPassword }), PASSWORD_CHANGED))
    } catch (error) {
      return changeFailure(error)
    }
    // Also refreshes the activity and the other sessions.
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    return null
  }
  return { ...useSubmission(send), done }
}

function aboutField(field: PasswordFieldName, text: string): ChangeFailure {
  return { text, hint: null, field }
}

/** Why the form rejects the input, apart from the password rules; null if it is valid. */
export function changeProblem(typed: TypedPasswords): ChangeFailure | null {
  const { currentPassword, newPassword, confirmPassword } = typed
  if (currentPassword === '') return aboutField('currentPassword', ENTER_PASSWORD.sentence)
  if (newPassword === '') return aboutField('newPassword', ENTER_NEW_PASSWORD.sentence)
  return newPassword === confirmPassword ? null : aboutField('confirmPassword', PASSWORDS_DIFFER.sentence)
}

/** Why the server rejected the change; only a wrong password concerns the current one. */
export function changeFailure(error: unknown): ChangeFailure {
  const field = failedBy(error, WRONG_PASSWORD) ? 'currentPassword' : null
  return { ...toFailure(error, changePassword.fallback), field }
}
