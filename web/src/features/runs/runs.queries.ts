import { downloadArchive, prepareArchive } from '@portal/contract/archives/archives.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import {
  getRun,
  listRunDocuments,
  listRuns,
  previewRun,
  RUN_OUTCOMES,
  startRun,
  stopRun,
  undoRun,
} from '@portal/contract/runs/runs.ts'
import type { SelectionInput } from '@portal/contract/runs/selection.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiUrl } from '../../lib/api-base.ts'
import { call } from '../../lib/call.ts'
import { addressCodec, cursor, oneOf } from '../../ui/list-screen/address-codec.ts'

/** Milliseconds between two looks at a run that is under way. */
const POLL_MS = 1000

const RUNS_KEY = ['runs'] as const

export type Change = { readonly selection: SelectionInput; readonly action: RunAction }

/** What a change would do; without an action no call is sent. */
export function previewQuery(selection: SelectionInput, action: RunAction | null) {
  return queryOptions({
    queryKey: [...RUNS_KEY, 'preview', selection, action],
    queryFn: ({ signal }) => {
      if (action === null) throw new Error('There is nothing to preview.')
      return call(previewRun, { body: { selection, action }, signal })
    },
    enabled: action !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** The same key is the same run, however often it is sent. */
export function start({ key, selection, action }: Change & { readonly key: string }) {
  return call(startRun, { body: { key, selection, action } })
}

export function stop(number: number) {
  return call(stopRun, { params: { number } })
}

export function undo({ number, key }: { readonly number: number; readonly key: string }) {
  return call(undoRun, { params: { number }, body: { key } })
}

/** Prepares a ZIP file of these files, once. */
export function archiveQuery(key: string, selection: SelectionInput) {
  return queryOptions({
    queryKey: [...RUNS_KEY, 'archive', key],
    queryFn: ({ signal }) => call(prepareArchive, { body: { key, selection }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** The address of a prepared ZIP file. */
export function archiveAddress(key: string): string {
  return apiUrl(downloadArchive, { params: { key } })
}

export function runKey(number: number) {
  return [...RUNS_KEY, 'run', number] as const
}

/** A run. While it is under way, it is asked for once a second. */
export function runQuery(number: number) {
  return queryOptions({
    queryKey: runKey(number),
    queryFn: ({ signal }) => call(getRun, { params: { number }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
}

export type RunList = ResultOf<typeof listRuns>

export function runsQuery() {
  return {
    queryKey: [...RUNS_KEY, 'list'],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listRuns, { signal }),
    fallback: listRuns.fallback,
  }
}

/** `/runs/12?outcome=refused&after=1000051`; `after` is the last file id of the page before. */
export const RUN_ADDRESS = addressCodec({ outcome: oneOf(RUN_OUTCOMES), after: cursor(/^\d{1,15}$/u) })

export type RunState = ReturnType<typeof RUN_ADDRESS.read>['state']

export function runDocumentsQuery(number: number, { outcome, after }: RunState) {
  const query = { outcome: outcome ?? undefined, after: after === null ? undefined : Number(after) }
  return {
    queryKey: [...RUNS_KEY, 'documents', number, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(listRunDocuments, { params: { number }, query, signal }),
    fallback: listRunDocuments.fallback,
  }
}
