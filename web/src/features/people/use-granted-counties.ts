import type { County } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { reloadOf } from '../../lib/reload.ts'
import { useSession } from '../../lib/session.ts'

export type GrantedCounties = {
  readonly counties: readonly County[]
  readonly isLoading: boolean
  /** Loads them again where they could not be loaded. */
  readonly onReload: (() => void) | undefined
}

/** The counties that whoever is signed in may list people of, and give to them: administrators all, managers theirs. */
export function useGrantedCounties(): GrantedCounties {
  const { isAdmin, counties } = useSession()
  const all = useQuery({ ...countiesQuery, enabled: isAdmin })
  if (!isAdmin) return { counties, isLoading: false, onReload: undefined }
  return { counties: all.data ?? [], isLoading: all.isLoading, onReload: reloadOf(all) }
}
