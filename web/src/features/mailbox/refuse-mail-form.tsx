import { LONGEST_REASON, type Mail } from '@portal/contract/ingestion/mailbox.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { DialogForm } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import classes from './mailbox.module.css'
import { replyWarning } from './mailbox-texts.ts'
import type { MailRefusal } from './mailbox.queries.ts'

type Props = {
  readonly mail: Mail
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onRefuse: (refusal: MailRefusal) => void
  /** Whether it replaces the filing form and can return to it. */
  readonly isInPlace: boolean
  readonly onCancel: () => void
  /** Shown below the fields. */
  readonly children: ReactNode
}

/** Asks why a message is rejected, and whether to email the sender. */
export function RefuseMailForm(props: Props) {
  const { mail, reason, setReason, problem, isBusy, onRefuse, isInPlace, onCancel, children } = props
  const { addresseeNote, account } = mail
  const warning = replyWarning(mail)
  const [isTold, setIsTold] = useState(account !== null)
  const [wasTried, setWasTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // The pressed button is gone with its form.
  useEffect(() => {
    if (isInPlace) field.current?.focus()
  }, [isInPlace])
  const isMissing = reason.trim() === ''
  return (
    <DialogForm
      failure={problem}
      isBusy={isBusy}
      submit="Reject"
      look="danger"
      onSubmit={() => {
        setWasTried(true)
        if (!isMissing) onRefuse({ reason: reason.trim(), isTold: isTold && addresseeNote !== null })
      }}
      cancel={isInPlace ? 'Back' : 'Cancel'}
      onCancel={onCancel}
    >
      <FormField
        label="Reason for rejecting"
        isRequired
        hint={`In at most ${LONGEST_REASON} characters.`}
        problem={wasTried && isMissing ? 'Enter the reason.' : null}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={3}
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </FormField>
      {addresseeNote !== null && (
        <div className={classes.tell}>
          <CheckboxField
            label={`E-mail the reason to ${addresseeNote}`}
            isChecked={isTold}
            onChange={setIsTold}
          />
          {warning !== null && <p className={classes.hint}>{warning}</p>}
        </div>
      )}
      {children}
    </DialogForm>
  )
}
