import type { Passkey } from '@portal/contract/sign-in/passkeys.ts'
import { useEffect, useRef, type FormEvent } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import accountClasses from '../account/account.module.css'
import classes from './passkeys.module.css'
import type { usePasskeys } from './use-passkeys.ts'

type Props = { readonly passkey: Passkey; readonly screen: ReturnType<typeof usePasskeys> }

/** A passkey in the list. */
export function PasskeyRow({ passkey, screen }: Props) {
  const { id, name, added, lastUsed, isBackedUp } = passkey
  const { timeZone } = useConfig()
  const { isBusy } = screen
  return (
    <li className={accountClasses.row}>
      {screen.renaming === id ? (
        <RenameForm passkey={passkey} screen={screen} />
      ) : (
        <>
          <div className={accountClasses.facts}>
            <b>{name}</b>
            <span className={accountClasses.dim}>
              added {formatDateTime(added, timeZone)} ·{' '}
              {lastUsed ? `last used ${formatDateTime(lastUsed, timeZone)}` : 'not used yet'} ·{' '}
              {isBackedUp ? 'on several of your devices' : 'on one device only'}
            </span>
          </div>
          <div className={accountClasses.actions}>
            <Button
              aria-disabled={isBusy}
              aria-label={`Rename ${name}`}
              onClick={() => !isBusy && screen.beginRenaming(id)}
            >
              Rename
            </Button>
            <Button
              aria-disabled={isBusy}
              aria-label={`Remove ${name}`}
              onClick={() => !isBusy && screen.beginRemoving(passkey)}
            >
              Remove
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

function RenameForm({ passkey: { id, name }, screen }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!screen.isBusy) screen.rename(id, field.current?.value ?? '')
  }
  return (
    <form noValidate className={classes.rename} onSubmit={onSubmit}>
      <TextField ref={field} label="Name of the passkey" autoComplete="off" defaultValue={name} />
      <Button onClick={() => screen.beginRenaming(null)}>Cancel</Button>
      <Button type="submit" look="primary" aria-disabled={screen.isBusy}>
        Save
      </Button>
    </form>
  )
}
