import { removeIdentity, type Identity } from '@portal/contract/sign-in/single-sign-on.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNotice } from '../../../ui/use-notice.ts'
import { UserName } from '../../../ui/user-name.tsx'
import { AccountSection } from '../account/account-section.tsx'
import classes from '../account/account.module.css'
import { useWaysLeft, identityQuestion } from '../account/use-ways-left.ts'
import { FormFailure, StatusMessage } from '../form-failure.tsx'
import { toFailure } from '../failure.ts'
import { WHY_IT_STAYS } from './identity-texts.ts'
import { identitiesQuery, remove } from './single-sign-on.queries.ts'
import { useJoining } from './use-joining.ts'

/** The linked accounts that sign in to this one; renders nothing if there are none. */
export function IdentitiesSection() {
  const { identities, joining, question, removing, beginRemoving, removal, notice, dismiss } = useIdentities()
  const { username } = useSession()
  const isTold = joining.waiting !== null || joining.text !== null || joining.failure !== null
  if (identities.length === 0 && !isTold && !notice) return null
  return (
    <AccountSection id="single-sign-on" title="Single sign-on">
      <StatusMessage>{joining.text}</StatusMessage>
      {joining.waiting !== null && (
        <div className={classes.actions}>
          <p>
            You came with {joining.waiting}, which is not joined to <UserName name={username} /> yet.
          </p>
          <Button look="primary" aria-disabled={joining.isBusy} onClick={joining.join}>
            Join it to this account
          </Button>
        </div>
      )}
      <FormFailure failure={joining.failure} />
      <ul className={classes.list}>
        {identities.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            isBusy={removal.isPending}
            onRemove={beginRemoving}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={removing !== null}
        title="Remove this sign-in?"
        question={question}
        subject={removing?.name}
        isBusy={removal.isPending}
        yes="Remove"
        no="Keep"
        onYes={() => removing && removal.mutate(removing.id)}
        onNo={() => beginRemoving(null)}
      />
      {notice && (
        <Notice key={notice.id} tone={notice.tone} onDismiss={dismiss}>
          {notice.text}
        </Notice>
      )}
    </AccountSection>
  )
}

function useIdentities() {
  const queryClient = useQueryClient()
  const { data: identities = [] } = useQuery(identitiesQuery)
  const joining = useJoining()
  const { notice, show, dismiss } = useNotice()
  const [removing, beginRemoving] = useState<Identity | null>(null)
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: (text) => show({ tone: 'success', text }),
    onError: (error) => show({ tone: 'error', text: toFailure(error, removeIdentity.fallback).text }),
    onSettled: () => {
      beginRemoving(null)
      return queryClient.invalidateQueries({ queryKey: ['account'] })
    },
  })
  const question = identityQuestion(useWaysLeft({ identityId: removing?.id }))
  return { identities, joining, question, removing, beginRemoving, removal, notice, dismiss }
}

type RowProps = {
  readonly identity: Identity
  readonly isBusy: boolean
  readonly onRemove: (identity: Identity) => void
}

function IdentityRow({ identity, isBusy, onRemove }: RowProps) {
  const { name, joined, lastUsed, stays } = identity
  const { timeZone } = useConfig()
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <b>{name}</b>
        <span className={classes.dim}>
          joined {formatDateTime(joined, timeZone)} · last used {formatDateTime(lastUsed, timeZone)}
        </span>
        {stays && <span className={classes.dim}>{WHY_IT_STAYS[stays]}</span>}
      </div>
      {!stays && (
        <div className={classes.actions}>
          <Button
            aria-disabled={isBusy}
            aria-label={`Remove ${name}`}
            onClick={() => !isBusy && onRemove(identity)}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}
