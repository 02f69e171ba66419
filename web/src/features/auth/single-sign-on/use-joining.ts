import { NOTHING_TO_JOIN } from '@portal/contract/single-sign-on-errors.ts'
import { joinIdentity, RETURNS } from '@portal/contract/single-sign-on.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../../lib/call.ts'
import { toFailure } from '../failure.ts'

/**
 * What came of joining an account elsewhere, as the address says it: done at the sign-in, or left for here, where nothing
 * is joined before its person says so.
 */
export function useJoining() {
  const queryClient = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const said = query.get('sso')
  const joining = useMutation({
    mutationFn: () => call(joinIdentity),
    onSuccess: () => setQuery({ sso: 'joined' }, { replace: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  })
  const waits = said === RETURNS.join && !joining.isSuccess
  return {
    outcome: waits ? ('waits' as const) : said,
    isBusy: joining.isPending,
    failure:
      said === 'not-joined'
        ? { text: NOTHING_TO_JOIN.sentence, hint: null }
        : joining.error && toFailure(joining.error, joinIdentity.fallback),
    join: () => !joining.isPending && joining.mutate(),
  }
}
