import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyOtherTabs } from '../../../lib/other-tabs.ts'
import { fetchSession, sessionQuery } from '../../../lib/session.ts'
import { toFailure, type Failure } from '../failure.ts'

const NOT_KNOWN = 'The portal could not be asked what comes next. Please reload the page.'

/** Asks what the session may do now, and goes on. */
export function useContinue(onDone: () => void) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const goOn = async () => {
    try {
      queryClient.setQueryData(sessionQuery.queryKey, await fetchSession())
      notifyOtherTabs('session changed')
      onDone()
    } catch (error) {
      setFailure(toFailure(error, NOT_KNOWN))
    }
  }
  return { failure, goOn: () => void goOn() }
}
