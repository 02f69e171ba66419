import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import { AccountLinks } from './account-links.tsx'
import classes from './navigation.module.css'
import { useFold } from '../ui/use-fold.ts'

type Props = { readonly session: Session; readonly onKeys: () => void }

/** The user's name in the bar, a button that opens the links of their own screens. */
export function AccountMenu({ session, onKeys }: Props) {
  const { username } = session
  const { area, button, isOpen, setIsOpen } = useFold<HTMLDivElement>()
  return (
    <div ref={area} className={classes.account}>
      <button
        ref={button}
        type="button"
        className={classes.accountButton}
        aria-label={`Account menu of ${username}`}
        aria-expanded={isOpen}
        title={`Signed in as ${username}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconUserCircle aria-hidden size={22} stroke={1.6} />
        <span className={classes.accountName}>{username}</span>
        <IconChevronDown aria-hidden size={16} />
      </button>
      {isOpen && (
        <AccountLinks
          session={session}
          className={classes.accountList}
          onFollow={() => setIsOpen(false)}
          onKeys={() => {
            setIsOpen(false)
            // The dialog returns the focus to whatever has it now.
            button.current?.focus()
            onKeys()
          }}
        />
      )}
    </div>
  )
}
