import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { IconX } from '@tabler/icons-react'
import classes from './frame.module.css'

/** Another person is signed in, or the same one with other rights or counties. */
export type Change = 'person' | 'access'

const NEWS: Readonly<Record<Change, string>> = {
  person: 'Another person has signed in with this browser. This tab is now signed in as',
  access: 'What you may see and do here has been changed, so this screen starts again. You are signed in as',
}

type Props = { readonly session: Session; readonly change: Change; readonly onDismiss: () => void }

/** Why the screen is no longer what it was. */
export function PersonChanged({ session, change, onDismiss }: Props) {
  return (
    <div role="alert" className={classes.personChanged}>
      <p>
        {NEWS[change]} <strong>{session.username}</strong> ({scopeOf(session)}).
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

/** What the person sees: every county, several, one or none. */
function scopeOf({ isAdmin, countyName, counties }: Session): string {
  if (isAdmin) return 'administrator'
  return counties.length > 1 ? `${counties.length} counties` : (countyName ?? 'no county')
}
