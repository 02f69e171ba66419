import { turnOffNoticeMails, type NoticeMail } from '@portal/contract/notices/notice-mails.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../lib/call.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { toFailure } from '../failure.ts'
import { FormFailure, StatusMessage } from '../form-failure.tsx'
import { useSubmission } from '../use-submission.ts'

const DONE: Readonly<Record<NoticeMail, string>> = {
  mentions: 'You get no more e-mails about mentions. The bell in the portal still shows them.',
  digest: 'You get no more daily e-mails about notices. The bell in the portal still shows them.',
}

/** /notices/off, the target of the link in each e-mail about notices. Only its button changes something. */
export function NoticesOffPage() {
  useTitle('Turn off e-mails')
  const [query] = useSearchParams()
  const [ended, setEnded] = useState<NoticeMail | null>(null)
  const { isBusy, failure, submit } = useSubmission(async (token: string) => {
    try {
      setEnded((await call(turnOffNoticeMails, { body: { token } })).mails)
      return null
    } catch (error) {
      return toFailure(error, turnOffNoticeMails.fallback)
    }
  })
  return (
    <AuthFrame title="Turn off e-mails">
      <div className={classes.steps}>
        {ended === null && (
          <>
            <p>This turns off the kind of e-mails that you opened this page from.</p>
            <FormFailure failure={failure} />
            <Button
              look="primary"
              isWide
              aria-disabled={isBusy}
              onClick={() => void submit(query.get('token') ?? '')}
            >
              {isBusy ? 'Turning off...' : 'Turn off'}
            </Button>
          </>
        )}
        <StatusMessage>{ended && DONE[ended]}</StatusMessage>
      </div>
      <p className={classes.links}>
        <Link to={PATHS.login}>Back to Login</Link>
      </p>
    </AuthFrame>
  )
}
