import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../../lib/session.ts'
import { useLeaveGuard } from '../../../../lib/use-leave-guard.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { UserName } from '../../../../ui/user-name.tsx'
import { StatusMessage } from '../../form-failure.tsx'
import classes from '../account.module.css'
import own from './second-factor.module.css'

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

/** Shows the recovery codes, this one time. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { username } = useSession()
  const guard = useLeaveGuard(true)
  const [outcome, setOutcome] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    try {
      // Browsers provide the clipboard only on a secure page.
      await navigator.clipboard.writeText(codes.join('\n'))
      setOutcome('The codes were copied.')
    } catch {
      setOutcome('The codes could not be copied. Please print them or write them down.')
    }
  }
  return (
    <>
      <div className={own.paper}>
        <h3 ref={heading} tabIndex={-1} className={own.heading}>
          Your recovery codes
        </h3>
        <p>
          Each of these signs you in once when you do not have your phone. Print them or write them down, and
          keep them apart from your phone: they are shown only now.
        </p>
        <p className={own.whose}>
          For <UserName name={username} /> at <bdi>{location.host}</bdi>
        </p>
        <ul className={own.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => window.print()}>Print</Button>
        <Button look="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
      <StatusMessage>{outcome}</StatusMessage>
      <ConfirmDialog
        opened={guard.isAsking}
        title="Leave without your recovery codes?"
        question="They are not shown again. Without them you cannot sign in by yourself when your phone is lost."
        yes="Leave"
        no="Stay"
        onYes={guard.leave}
        onNo={guard.stay}
      />
    </>
  )
}
