import type { County } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { countiesQuery } from './lookups.queries.ts'
import { retryIfNotLoaded } from './reload.ts'
import { seesSeveralCounties } from './rights.ts'
import { useSession } from './session.ts'

/** The counties that the user can choose from. */
export type Counties = {
  /** False for a user with one county or none, who has no choice. */
  readonly areChosen: boolean
  readonly list: readonly County[]
  readonly isRead: boolean
  /** Loads the list again; undefined unless it failed to load. */
  readonly reload: (() => void) | undefined
}

/** All counties for administrators; for users with several counties, the counties in their session. */
export function useCounties(): Counties {
  const session = useSession()
  const all = useQuery({ ...countiesQuery, enabled: session.isAdmin })
  if (!session.isAdmin) {
    const areChosen = seesSeveralCounties(session)
    return { areChosen, list: areChosen ? session.counties : [], isRead: true, reload: undefined }
  }
  return {
    areChosen: true,
    list: all.data ?? [],
    isRead: all.data !== undefined,
    reload: retryIfNotLoaded(all),
  }
}
