import { useQuery } from '@tanstack/react-query'
import { rememberReturnPoint } from '../../../lib/return-path.ts'
import { Button } from '../../../ui/button.tsx'
import type { Failure } from '../failure.ts'
import { goTo, identitiesQuery } from '../single-sign-on/single-sign-on.queries.ts'
import classes from './proof.module.css'

type Props = {
  readonly isBusy: boolean
  /** Whether there is nothing that they could type. */
  readonly isOnly: boolean
  /** Leaves the page, and tells why not where that fails. */
  readonly onLeave: (send: () => Promise<Failure | null>) => void
}

/** Offers to sign in again at an issuer, to who signs in by one: they may have no password. */
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
  // The welcome screen offers to go on there.
  rememberReturnPoint({ path: location.pathname + location.search, isSignedOut: false })
  return goTo(issuer, { again: true })
}
