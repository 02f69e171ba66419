import type { ComponentProps } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AccountSection } from '../account/account-section.tsx'
import classes from '../account/account.module.css'
import { useWaysLeft, passkeyQuestion } from '../account/use-ways-left.ts'
import { AddPasskey } from './add-passkey.tsx'
import { canUsePasskeys } from './passkey-browser.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { usePasskeys } from './use-passkeys.ts'

/** The user's passkeys. */
export function PasskeysSection({ onAdded }: { readonly onAdded?: () => void }) {
  const screen = usePasskeys()
  const { passkeys, hasFailed, removing, notice } = screen
  const left = useWaysLeft({ passkeyId: removing?.id })
  const added = (text: string) => {
    screen.added(text)
    onAdded?.()
  }
  return (
    <AccountSection id="passkeys" title="Passkeys">
      <p className={classes.dim}>
        With a passkey you sign in without typing a password: your phone, computer or security key keeps it,
        and asks for your fingerprint, your face or its PIN, as when you unlock it.{' '}
        {left.hasPassword ? 'Your password keeps working.' : 'Your other ways to sign in keep working.'}
      </p>
      {hasFailed && <LoadFailed onRetry={screen.reload} />}
      {!passkeys && !hasFailed && (
        <div className={classes.formAwaited}>
          <Loading>Loading your passkeys...</Loading>
        </div>
      )}
      {passkeys && passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} screen={screen} />
          ))}
        </ul>
      )}
      {/* Appears only once the rows above it are known: otherwise it would move while the user clicks. */}
      {(passkeys || hasFailed) && <Add onBegin={screen.dismiss} onAdded={added} />}
      <ConfirmDialog
        opened={removing !== null}
        title="Remove this passkey?"
        question={passkeyQuestion(left)}
        subject={removing?.name}
        isBusy={screen.isBusy}
        yes="Remove"
        no="Keep"
        onYes={() => removing && screen.remove(removing.id)}
        onNo={() => screen.beginRemoving(null)}
      />
      {notice && (
        <Notice key={notice.id} tone={notice.tone} onDismiss={screen.dismiss}>
          {notice.text}
        </Notice>
      )}
    </AccountSection>
  )
}

function Add(props: ComponentProps<typeof AddPasskey>) {
  if (canUsePasskeys()) return <AddPasskey {...props} />
  return (
    <p>
      No passkey can be added here: this browser does not know passkeys, or the address of the portal does not
      allow them.
    </p>
  )
}
