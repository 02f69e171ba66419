import type { County } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { countiesQuery } from './lookups.queries.ts'
import { retryIfNotLoaded } from './reload.ts'
import { seesSeveralCounties } from './rights.ts'
import { useSession } from './session.ts'

/** The counties that somebody may choose among. */
export type Counties = {
  /** False where there is no choice: such a person works for their only county, or for none. */
  readonly areChosen: boolean
  readonly list: readonly County[]
  readonly isRead: boolean
  /** Asks again; undefined unless the list could not be read. */
  readonly reload: (() => void) | undefined
}

/** All counties for administrators, their own for people of several, which the session names. */
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
