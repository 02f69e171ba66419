import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { Link } from 'react-router'
import { PATHS } from '../lib/paths.ts'
import { may } from '../lib/rights.ts'
import { KeysDialog, type KeyList } from '../ui/keys-help.tsx'
import classes from './navigation.module.css'

type Props = {
  readonly session: Session
  readonly className: string | undefined
  readonly onFollow: () => void
  readonly onKeys: () => void
}

/** The user's own screens, and the keyboard shortcuts. */
export function AccountLinks({ session, className, onFollow, onKeys }: Props) {
  return (
    <ul aria-label="Account menu" className={className}>
      <li>
        <Link to={PATHS.account} className={classes.accountLink} onClick={onFollow}>
          Account
        </Link>
      </li>
      <li>
        <Link to={PATHS.receipts} className={classes.accountLink} onClick={onFollow}>
          Receipts
        </Link>
      </li>
      {may(session, 'documents.add') && (
        <li>
          <Link to={PATHS.runs} className={classes.accountLink} onClick={onFollow}>
            Your runs
          </Link>
        </li>
      )}
      <li>
        <button type="button" className={classes.accountLink} onClick={onKeys}>
          Keyboard shortcuts
        </button>
      </li>
    </ul>
  )
}

const KEYS: KeyList = [
  ['/', 'Go to the filters or the search of a list'],
  ['↑ ↓', 'Move between rows'],
  ['Home End', 'Go to the first or the last row'],
  ['Ctrl+Enter', 'Save and next, in the edit dialog'],
  ['Ctrl+Z', 'Undo a deletion while its notice is shown'],
  ['Escape', 'Close a dialog or a menu'],
  ['?', 'Show the shortcuts of a screen that has its own'],
]

type KeysProps = { readonly opened: boolean; readonly onClose: () => void }

/** The keyboard shortcuts that several screens share. */
export function KeysOfPortal({ opened, onClose }: KeysProps) {
  return <KeysDialog opened={opened} keys={KEYS} onClose={onClose} />
}
