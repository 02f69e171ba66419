import type { County } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../lib/reload.ts'
import { useSession } from '../../lib/session.ts'

export type GrantedCounties = {
  readonly counties: readonly County[]
  readonly isLoading: boolean
  /** Reloads the counties after a failed request. */
  readonly onReload: (() => void) | undefined
}

/**
 * The counties whose people the user may list, and which they may grant: all for administrators, their own for
 * managers.
 */
export function useGrantedCounties(): GrantedCounties {
  const { isAdmin, counties } = useSession()
  const all = useQuery({ ...countiesQuery, enabled: isAdmin })
  if (!isAdmin) return { counties, isLoading: false, onReload: undefined }
  return { counties: all.data ?? [], isLoading: all.isLoading, onReload: retryIfNotLoaded(all) }
}
