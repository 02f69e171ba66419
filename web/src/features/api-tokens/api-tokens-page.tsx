import { revokeAnyToken, TOKEN_REVOKED } from '@portal/contract/account/tokens.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { failureText } from '../../lib/failure-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { ListSteps } from '../../ui/list-screen/list-steps.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { useNotice } from '../../ui/use-notice.ts'
import { tokenColumns } from './api-token-columns.tsx'
import { allTokensQuery, revokeTokenOf, TOKENS_ADDRESS, type TokenOfSomeone } from './api-tokens.queries.ts'

/** /admin/tokens: the API tokens of everyone, for administrators. */
export function ApiTokensPage() {
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: TOKENS_ADDRESS,
    query: allTokensQuery,
    rowsOf: ({ tokens }) => tokens,
  })
  const [revoking, setRevoking] = useState<TokenOfSomeone | null>(null)
  const { notice, show, dismiss } = useNotice()
  const { mutate: revoke, isPending } = useMutation({
    mutationFn: revokeTokenOf,
    onSuccess: () => show({ tone: 'success', text: TOKEN_REVOKED }),
    onError: (failure) => show({ tone: 'error', text: failureText(failure, revokeAnyToken.fallback) }),
    onSettled: () => {
      setRevoking(null)
      screen.reload()
    },
  })
  const { tokens, next = null } = screen.shown?.page ?? {}
  return (
    <ListScreen
      screen={screen}
      title="API tokens"
      label="API tokens"
      loading="Loading API tokens..."
      explainsFailure
      extent={tokens && tokens.length > 0 ? extentText(tokens.length, next !== null) : ''}
      count={tokens ? tokens.length : null}
      table={
        <DataTable
          caption="API tokens"
          columns={tokenColumns({ timeZone, onRevoke: setRevoking })}
          rows={tokens ?? []}
          keyOf={({ id }) => id}
          isStale={screen.isOlder}
        />
      }
      nothing={{
        all: 'No API tokens. People create them in Account.',
        filtered: 'This page is now empty.',
        page: 'This page is now empty.',
      }}
      steps={
        <ListSteps
          screen={screen}
          back={{ label: 'First page', to: screen.state.before === null ? null : { before: null } }}
          ahead={{ label: 'Next', to: next === null ? null : { before: next } }}
        />
      }
    >
      <ListNotice notice={notice} dismiss={dismiss} />
      <ConfirmDialog
        opened={revoking !== null}
        title="Revoke this API token?"
        question={`Programs of ${revoking?.owner} that use it can no longer reach the portal.`}
        subject={revoking?.label}
        isBusy={isPending}
        yes="Revoke"
        no="Keep"
        onYes={() => revoking && revoke(revoking)}
        onNo={() => setRevoking(null)}
      />
    </ListScreen>
  )
}

function extentText(shown: number, isMore: boolean): string {
  if (isMore) return `Showing the latest ${shown}`
  return shown === 1 ? '1 token' : `All ${shown} tokens`
}
