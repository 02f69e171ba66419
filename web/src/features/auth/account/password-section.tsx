import { useQuery } from '@tanstack/react-query'
import { useId, useRef, type FormEvent } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { FormFailure } from '../form-failure.tsx'
import { PASSWORD_HINT } from '../new-password.ts'
import { noPasswordText } from '../single-sign-on/identity-texts.ts'
import { identitiesQuery } from '../single-sign-on/single-sign-on.queries.ts'
import { StatusMessage } from '../status-message.tsx'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'
import { accountQuery } from './account.queries.ts'
import type { PasswordFieldName } from './password-texts.ts'
import { useChangePassword } from './use-change-password.ts'

const NO_BREAK_SPACE = '\u00a0'

/** Asks for the current password and, twice, for a new one; who has none hears how they get one. */
export function PasswordSection() {
  const { timeZone } = useConfig()
  const changedAt = useQuery(accountQuery).data?.passwordChangedAt
  return (
    <AccountSection id="password" title="Password">
      {changedAt === null ? (
        <NoPassword />
      ) : (
        <>
          {/* Its line is there before its words, which would push down what is being pressed. */}
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
      {/* Hidden: it tells a password manager whose password this is. */}
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
