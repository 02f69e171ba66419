import { Button } from '../../../ui/button.tsx'
import type { Confirmation } from './confirm-texts.ts'
import { FormFailure } from '../form-failure.tsx'
import { StatusMessage } from '../status-message.tsx'
import { useResend } from './use-resend.ts'

type Props = {
  readonly email: string
  readonly failed: Extract<Confirmation, { readonly state: 'failed' }>
  readonly onRetry: () => void
}

/** What to do about a confirmation that failed: ask for another mail, or try the same link again. */
export function ConfirmFailed({ email, failed, onRetry }: Props) {
  const { isBusy, failure, sent, resend } = useResend(email)
  return (
    <>
      <FormFailure failure={failed.failure} />
      {failed.mayRetry && <Button onClick={onRetry}>Try again</Button>}
      <Button look="primary" isWide aria-disabled={isBusy} onClick={() => void resend()}>
        {isBusy ? 'Sending...' : 'Resend Confirmation Email'}
      </Button>
      <FormFailure failure={failure} />
      <StatusMessage>{sent}</StatusMessage>
    </>
  )
}
