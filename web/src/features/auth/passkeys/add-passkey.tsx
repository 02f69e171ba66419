import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import accountClasses from '../account/account.module.css'
import { FormFailure } from '../form-failure.tsx'
import { useSubmission } from '../use-submission.ts'
import { makeFailure } from './passkey-browser.ts'
import { makeAndAdd } from './passkeys.queries.ts'

type Props = {
  readonly onBegin: () => void
  /** Receives the success message. */
  readonly onAdded: (text: string) => void
}

/** Adds a passkey of this device, or of another one that the browser can reach. */
export function AddPasskey({ onBegin, onAdded }: Props) {
  const queryClient = useQueryClient()
  const name = useRef<HTMLInputElement>(null)
  const failureId = useId()
  const { isBusy, failure, submit } = useSubmission(async (typed: string) => {
    onBegin()
    try {
      onAdded(await makeAndAdd(typed))
    } catch (error) {
      return makeFailure(error)
    }
    // Also refreshes the recent activity.
    void queryClient.invalidateQueries({ queryKey: ['account'] })
    return null
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const failed = await submit(name.current?.value ?? '')
    if (!failed && name.current) name.current.value = ''
  }
  return (
    <form noValidate className={accountClasses.form} onSubmit={(event) => void onSubmit(event)}>
      <TextField
        ref={name}
        label="Name of a new passkey"
        autoComplete="off"
        hint="Optional, such as Work laptop. 100 characters at most."
        describedBy={failure ? failureId : undefined}
      />
      <FormFailure id={failureId} failure={failure} />
      <div className={accountClasses.actions}>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? 'Waiting for your device...' : 'Add a passkey'}
        </Button>
      </div>
    </form>
  )
}
