import { Button } from '../../../ui/button.tsx'
import classes from '../auth.module.css'
import { FormFailure } from '../form-failure.tsx'
import { StatusMessage } from '../status-message.tsx'
import { useForgotScreen } from './use-forgot-screen.ts'

/** In place of the form where nothing that is typed could be saved: the way to a link that works. */
export function LinkOver({ email }: { readonly email: string }) {
  const { isBusy, failure, sent, submit } = useForgotScreen()
  return (
    <div className={classes.form}>
      <p role="alert">This link has expired or was already used.</p>
      <p className={classes.address}>
        A new link goes to <bdi>{email}</bdi>.
      </p>
      <FormFailure failure={failure} />
      <StatusMessage>{sent}</StatusMessage>
      {sent === null && (
        <Button look="primary" isWide aria-disabled={isBusy} onClick={() => void submit(email)}>
          {isBusy ? 'Sending...' : 'Send a new link'}
        </Button>
      )}
    </div>
  )
}
