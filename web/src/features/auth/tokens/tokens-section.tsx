import type { ApiToken } from '@portal/contract/account/tokens.ts'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AccountSection } from '../account/account-section.tsx'
import classes from '../account/account.module.css'
import { CreatedTokenDialog } from './created-token-dialog.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import own from './tokens.module.css'
import { useTokens } from './use-tokens.ts'

/** The user's API tokens, by which programs act for them. */
export function TokensSection() {
  const screen = useTokens()
  const { tokens, hasFailed, revoking, created, notice } = screen
  return (
    <AccountSection id="tokens" title="API tokens">
      <p className={classes.dim}>
        With an API token, a program reads or files documents for you. It never has more access than you have.
      </p>
      <div className={classes.actions}>
        <Button onClick={screen.begin}>Create a token</Button>
      </div>
      {hasFailed && <LoadFailed onRetry={screen.reload} />}
      {!tokens && !hasFailed && <Loading>Loading your API tokens...</Loading>}
      {tokens && tokens.length > 0 && (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isBusy={screen.isBusy}
              onRevoke={() => screen.beginRevoking(token)}
            />
          ))}
        </ul>
      )}
      {screen.isCreating && <NewTokenDialog screen={screen} />}
      {created && <CreatedTokenDialog created={created} onClose={screen.forget} />}
      <ConfirmDialog
        opened={revoking !== null}
        title="Revoke this API token?"
        question="Programs that use it can no longer reach the portal."
        subject={revoking?.label}
        isBusy={screen.isBusy}
        yes="Revoke"
        no="Keep"
        onYes={() => revoking && screen.revoke(revoking.id)}
        onNo={() => screen.beginRevoking(null)}
      />
      {notice && (
        <Notice key={notice.id} tone={notice.tone} onDismiss={screen.dismiss}>
          {notice.text}
        </Notice>
      )}
    </AccountSection>
  )
}

type RowProps = { readonly token: ApiToken; readonly isBusy: boolean; readonly onRevoke: () => void }

function TokenRow({ token, isBusy, onRevoke }: RowProps) {
  const { timeZone } = useConfig()
  const { label, ending, rights, counties, networks, expires, lastUsed, lastUsedFrom } = token
  const use =
    lastUsed === null
      ? 'not used yet'
      : `last used ${formatDateTime(lastUsed, timeZone)} from ${lastUsedFrom}`
  return (
    <li className={classes.row}>
      <div className={own.facts}>
        <b>{label}</b>
        <span className={classes.dim}>
          …{ending} · {rights === 'read' ? 'reads only' : 'reads and writes'} ·{' '}
          {counties === null ? 'all your counties' : counties.join(', ')}
          {networks.length > 0 && ` · only from ${networks.join(', ')}`}
        </span>
        <span className={classes.dim}>
          expires {formatDateTime(expires, timeZone)} · {use}
        </span>
      </div>
      <Button
        aria-disabled={isBusy}
        aria-label={`Revoke ${label}, ending in ${ending}`}
        onClick={() => !isBusy && onRevoke()}
      >
        Revoke
      </Button>
    </li>
  )
}
