import type { RunAction } from '@portal/contract/runs/actions.ts'
import { previewRun, startRun, type Run, type RunPreview } from '@portal/contract/runs/runs.ts'
import type { SelectionInput } from '@portal/contract/runs/selection.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../lib/failure-text.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { previewQuery, start } from '../runs.queries.ts'

/** Milliseconds that typing must pause before the change is previewed. */
const PAUSE_MS = 250

type Options = {
  readonly selection: SelectionInput
  /** Null until it is complete. */
  readonly action: RunAction | null
  readonly onStarted: (run: Run, action: RunAction) => void
}

/** A change, and the file up to which all that match a filter were previewed. */
type Previewed = Pick<RunPreview, 'upTo'> & { readonly action: RunAction }

/** The preview of a change, and its start. Nothing starts that was not previewed. */
export function useChange({ selection, action, onStarted }: Options) {
  const wanted = JSON.stringify(action)
  const settled = JSON.parse(useDebounced(wanted, PAUSE_MS)) as RunAction | null
  const query = useQuery(previewQuery(selection, settled))
  const keyOf = useKeys()
  const starting = useMutation({
    mutationFn: ({ action: chosen, upTo }: Previewed) => {
      const change = { selection: upTo === null ? selection : { ...selection, upTo }, action: chosen }
      return start({ key: keyOf(JSON.stringify(change)), ...change })
    },
    onSuccess: (run, { action: chosen }) => onStarted(run, chosen),
  })
  const isCurrent = JSON.stringify(settled) === wanted
  const preview = isCurrent ? query.data : undefined
  const failure = starting.isError
    ? failureText(starting.error, startRun.fallback)
    : isCurrent && query.isError
      ? failureText(query.error, previewRun.fallback)
      : null
  const mayStart = preview !== undefined && preview.changed > 0 && !starting.isPending
  return {
    preview,
    isLoading: action !== null && (!isCurrent || query.isFetching),
    failure,
    mayStart,
    isStarting: starting.isPending,
    start: () => {
      if (mayStart && action !== null) starting.mutate({ action, upTo: preview.upTo })
    },
    retry: () => {
      starting.reset()
      void query.refetch()
    },
  }
}

export type ChangeState = ReturnType<typeof useChange>

/** One key for each change of the dialog, so that sending it twice is one run. */
function useKeys(): (change: string) => string {
  const [keys] = useState(() => new Map<string, string>())
  return (change) => {
    const key = keys.get(change) ?? crypto.randomUUID()
    keys.set(change, key)
    return key
  }
}
