import type { Session } from '@portal/contract/auth.ts'
import { IconX } from '@tabler/icons-react'
import classes from './frame.module.css'

type Props = { readonly session: Session; readonly onDismiss: () => void }

/** Somebody else has signed in beside this tab, which is theirs now. */
export function PersonChanged({ session, onDismiss }: Props) {
  return (
    <div role="alert" className={classes.personChanged}>
      <p>
        Another person has signed in with this browser. This tab is now signed in as{' '}
        <strong>{session.username}</strong> ({roleOf(session)}).
      </p>
      <button
        type="button"
        className={classes.dismiss}
        aria-label="Dismiss"
        title="Dismiss"
        onClick={onDismiss}
      >
        <IconX aria-hidden size={16} />
      </button>
    </div>
  )
}

function roleOf({ isAdmin, countyName }: Session): string {
  if (isAdmin) return 'administrator'
  return countyName ?? 'no county'
}
