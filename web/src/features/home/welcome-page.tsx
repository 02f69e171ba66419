import { WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { PATHS } from '../../lib/paths.ts'
import { useRedirectAfter } from '../../lib/use-redirect-after.ts'
import emblem from '../../ui/emblem.svg'
import { ContinueLink } from './continue-link.tsx'
import classes from './welcome.module.css'

/** /welcome: introduces the firm for five seconds, or until the user follows the link. */
export function WelcomePage() {
  const { companyName, companyLogo, companyTagline } = useConfig()
  useRedirectAfter(PATHS.landing, WELCOME_SPLASH_MS)
  return (
    <div className={classes.splash}>
      <img src={companyLogo || emblem} alt={`${companyName} logo`} className={classes.logo} />
      <h1 tabIndex={-1} className={classes.name}>
        {companyName}
      </h1>
      <p className={classes.tagline}>{companyTagline}</p>
      <progress aria-label="Loading" className="for-screen-readers" />
      <div aria-hidden className={classes.track}>
        <div className={classes.bar} style={{ animationDuration: `${WELCOME_SPLASH_MS}ms` }} />
      </div>
      <ContinueLink replace className={classes.skip} />
      <Link to={PATHS.landing} replace className={classes.skip}>
        Go to the start page now
      </Link>
    </div>
  )
}
