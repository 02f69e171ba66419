import { NAME_SAVED, patchAccount, type Account } from '@portal/contract/account/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { UserName } from '../../../ui/user-name.tsx'
import { toFailure } from '../failure.ts'
import { FormFailure, StatusMessage } from '../form-failure.tsx'
import { useSubmission } from '../use-submission.ts'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'
import { accountQuery, saveName } from './account.queries.ts'

/** The user's address and name. */
export function NameSection() {
  const { username } = useSession()
  const { data, isError, refetch } = useQuery(accountQuery)
  return (
    <AccountSection id="name" title="Name">
      <div className={classes.form}>
        <p className={classes.dim}>
          You are signed in as <UserName name={username} />.
        </p>
        {data && <NameForm account={data} />}
        {!data && isError && (
          <LoadFailed text="Your account could not be loaded." onRetry={() => void refetch()} />
        )}
        {!data && !isError && (
          <div className={classes.nameAwaited}>
            <Loading>Loading your account...</Loading>
          </div>
        )}
      </div>
    </AccountSection>
  )
}

function NameForm({ account }: { readonly account: Account }) {
  const queryClient = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const failureId = useId()
  const { isBusy, failure, submit } = useSubmission(async (typed: string) => {
    try {
      queryClient.setQueryData(accountQuery.queryKey, await saveName(typed))
      setIsSaved(true)
      return null
    } catch (error) {
      return toFailure(error, patchAccount.fallback)
    }
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaved(false)
    if (await submit(name.current?.value ?? '')) name.current?.focus()
  }
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      <TextField
        ref={name}
        label="Your name"
        name="name"
        autoComplete="name"
        defaultValue={account.name ?? ''}
        hint="Optional. 100 characters at most."
        isWrong={failure !== null}
        describedBy={failure ? failureId : undefined}
      />
      <FormFailure id={failureId} failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save name'}
        </Button>
      </div>
      <StatusMessage>{isSaved && NAME_SAVED}</StatusMessage>
    </form>
  )
}
