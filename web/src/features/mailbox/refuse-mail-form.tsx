import { LONGEST_REASON, type Mail } from '@portal/contract/ingestion/mailbox.ts'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './mailbox.module.css'
import type { MailRefusal } from './mailbox.queries.ts'

type Props = {
  readonly mail: Mail
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onRefuse: (refusal: MailRefusal) => void
  /** To the form in whose place this one stands. */
  readonly onBack?: () => void
  /** Where there was none. */
  readonly onCancel?: () => void
}

const NOT_CERTAIN = 'Nobody knows for certain that this address sent it: mail there may reach somebody else.'

/** Why a message is refused, and whether its sender is told. */
export function RefuseMailForm({ mail, problem, isBusy, onRefuse, onBack, onCancel }: Props) {
  const { addresseeNote, account } = mail
  const [reason, setReason] = useState('')
  const [isTold, setIsTold] = useState(account !== null)
  const [wasTried, setWasTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isInPlace = onBack !== undefined
  // The button that was pressed has gone with its form.
  useEffect(() => {
    if (isInPlace) field.current?.focus()
  }, [isInPlace])
  const isMissing = reason.trim() === ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setWasTried(true)
    if (isMissing) field.current?.focus()
    else onRefuse({ reason: reason.trim(), isTold: isTold && addresseeNote !== null })
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <FormField
        label="Why is it refused?"
        isRequired
        hint={`In at most ${LONGEST_REASON} characters.`}
        problem={wasTried && isMissing ? 'Please say why it is refused.' : null}
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
            label={`Mail the reason to ${addresseeNote}`}
            isChecked={isTold}
            onChange={setIsTold}
          />
          {account === null && <p className={classes.hint}>{NOT_CERTAIN}</p>}
        </div>
      )}
      <DialogFoot message={problem !== null && <Notice tone="error">{problem}</Notice>}>
        {onBack && <Button onClick={onBack}>Back</Button>}
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look="danger" aria-disabled={isBusy}>
          Refuse
        </Button>
      </DialogFoot>
    </form>
  )
}
