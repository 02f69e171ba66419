import { useQuery } from '@tanstack/react-query'
import { rememberReturnPoint } from '../../../lib/return-path.ts'
import { Button } from '../../../ui/button.tsx'
import type { Failure } from '../failure.ts'
import { goTo, identitiesQuery } from '../single-sign-on/single-sign-on.queries.ts'
import classes from './proof.module.css'

type Props = {
  readonly isBusy: boolean
  /** Whether the user has no password or code to enter. */
  readonly isOnly: boolean
  /** Leaves the page, and shows the failure if that fails. */
  readonly onLeave: (send: () => Promise<Failure | null>) => void
}

/** Offers another sign-in at an issuer to users with linked accounts, who may have no password. */
export function IssuerProof({ isBusy, isOnly, onLeave }: Props) {
  const { data: identities = [] } = useQuery(identitiesQuery)
  const offered = identities.flatMap(({ id, name, issuer }) =>
    issuer === null ? [] : [{ id, name, issuer }],
  )
  if (offered.length === 0) return null
  return (
    <div className={classes.issuers}>
      <p className={classes.why}>
        {isOnly ? 'Please sign in again.' : 'Or sign in again.'} That leads to the welcome screen: please
        begin once more what you are doing.
      </p>
      {offered.map(({ id, name, issuer }) => (
        <Button
          key={id}
          isWide
          look={isOnly ? 'primary' : 'plain'}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onLeave(() => goAgain(issuer))}
        >
          Sign in again with {name}
        </Button>
      ))}
    </div>
  )
}

function goAgain(issuer: string) {
  // The welcome screen offers to return there.
  rememberReturnPoint({ path: location.pathname + location.search, isSignedOut: false })
  return goTo(issuer, { again: true })
}
