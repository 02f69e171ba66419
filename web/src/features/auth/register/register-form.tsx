import { useId, useRef, useState, type FormEvent, type Ref } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import classes from '../auth.module.css'
import { EmailField } from '../email-field.tsx'
import { FormFailure } from '../form-failure.tsx'
import { PASSWORD_HINT } from '../new-password.ts'
import { isStaffEmail, type RegisterFailure, type RegisterField, type Registrant } from './register-texts.ts'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { countyOptions, selectedId, selectValue } from '../../../lib/select-options.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { helpdeskText } from './helpdesk.ts'
import { listRegistrationCounties } from '@portal/contract/sign-in/registration.ts'
import { call } from '../../../lib/call.ts'
import { readCounties } from '../../../lib/lookups.wire.ts'

/** The counties open for registration. */
const registrationCountiesQuery = queryOptions({
  queryKey: ['registration', 'counties'],
  queryFn: async ({ signal }) => readCounties(await call(listRegistrationCounties, { signal })),
})

type RegisterCountyProps = {
  readonly ref: Ref<HTMLSelectElement | null>
  readonly value: number | null
  readonly onChange: (countyId: number | null) => void
  readonly isWrong: boolean
  readonly describedBy: string | undefined
}

type Props = {
  readonly isBusy: boolean
  readonly failure: RegisterFailure | null
  readonly submit: (typed: Registrant) => Promise<RegisterFailure | null>
}

/** Requests an account: the firm's staff register without a county, all others with one. */
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

/** The counties open for registration. */
function RegisterCounty({ value, onChange, ...field }: RegisterCountyProps) {
  const config = useConfig()
  const { data: counties, isError, refetch } = useQuery(registrationCountiesQuery)
  if (isError && !counties) return <LoadFailed onRetry={() => void refetch()} />
  const none = `No county is open for registration. Please contact ${helpdeskText(config)}.`
  return (
    <SelectField
      {...field}
      label="County"
      name="county"
      isRequired
      isStarred={false}
      hint={counties?.length === 0 ? none : null}
      options={countyOptions(counties ?? [], counties ? 'Select your county' : 'Loading counties...')}
      value={selectValue(value)}
      onChange={(chosen) => onChange(selectedId(chosen))}
    />
  )
}
