import { useId, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import classes from '../auth.module.css'
import { EmailField } from '../email-field.tsx'
import { FormFailure } from '../form-failure.tsx'
import { PASSWORD_HINT } from '../new-password.ts'
import { RegisterCounty } from './register-county.tsx'
import { isStaffEmail, type RegisterFailure, type RegisterField, type Registrant } from './register-texts.ts'

type Props = {
  readonly isBusy: boolean
  readonly failure: RegisterFailure | null
  readonly submit: (typed: Registrant) => Promise<RegisterFailure | null>
}

/** Asks for an account: staff of the firm without a county, everybody else for one. */
export function RegisterForm({ isBusy, failure, submit }: Props) {
  const { staffEmailDomain } = useConfig()
  const [address, setAddress] = useState('')
  const [countyId, setCountyId] = useState<number | null>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const county = useRef<HTMLSelectElement>(null)
  const failureId = useId()
  const isStaff = isStaffEmail(address, staffEmailDomain)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = { email: address, password: password.current?.value ?? '', countyId, isStaff }
    const failed = await submit(typed)
    if (failed?.field) ({ email, password, county })[failed.field].current?.focus()
  }
  const about = (field: RegisterField) => ({
    isWrong: failure?.field === field,
    describedBy: failure?.field === field ? failureId : undefined,
  })

  return (
    <>
      <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
        <EmailField
          {...about('email')}
          ref={email}
          value={address}
          onChange={({ currentTarget: { value } }) => {
            setAddress(value)
            if (isStaffEmail(value, staffEmailDomain)) setCountyId(null)
          }}
        />
        <PasswordField
          {...about('password')}
          ref={password}
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          required
        />
        {!isStaff && (
          <RegisterCounty {...about('county')} ref={county} value={countyId} onChange={setCountyId} />
        )}
        <FormFailure id={failureId} failure={failure} isBlock={failure?.isBlock ?? false} />
        <Button type="submit" look="primary" isWide aria-disabled={isBusy}>
          {isBusy ? 'Registering...' : 'Register'}
        </Button>
      </form>
      <p className={classes.links}>
        <Link to={PATHS.login}>Back to Login</Link>
      </p>
    </>
  )
}
