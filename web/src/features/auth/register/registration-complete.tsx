import { REGISTRATION_COMPLETE_SHOWN_MS } from '@portal/contract/limits.ts'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useRedirectAfter } from '../../../lib/use-redirect-after.ts'
import classes from '../auth.module.css'
import { helpdeskText } from './helpdesk.ts'

/** After a registration: what to do now. It reads the same whether or not the address has an account already. */
export function RegistrationComplete({ email }: { readonly email: string }) {
  const config = useConfig()
  useRedirectAfter(PATHS.login, REGISTRATION_COMPLETE_SHOWN_MS)
  return (
    <>
      <div className={classes.steps}>
        <p>
          A verification e-mail was sent to <strong>{email}</strong>. Please open the link in it within 24
          hours to confirm your address.
        </p>
        <p>If it does not arrive, please contact {helpdeskText(config)}.</p>
      </div>
      <p className={classes.links}>
        <Link to={PATHS.login} replace>
          Back to Login
        </Link>
      </p>
    </>
  )
}
