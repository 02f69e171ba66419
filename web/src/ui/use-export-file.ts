import type { Endpoint } from '@portal/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { saveDocument } from '../lib/save-document.ts'

type Query = Readonly<Record<string, unknown>>

/**
 * Exports one file at a time, with the filters and the order of a list. Leaving the screen stops it. `start` takes what
 * else the call needs, such as the format.
 */
export function useExportFile(endpoint: Endpoint, query: Query) {
  const running = useRef<AbortController | null>(null)
  const exporting = useMutation({
    mutationFn: async ({ choice, signal }: { readonly choice: Query; readonly signal: AbortSignal }) =>
      saveDocument(endpoint, { query: { ...query, ...choice }, signal }),
    retry: false,
  })
  useEffect(() => () => running.current?.abort(), [])
  const { isPending, error, data: name, variables, mutate, reset } = exporting
  const isStopped = variables?.signal.aborted === true
  return {
    isRunning: isPending,
    /** The file that was saved. */
    savedName: name ?? null,
    problem: error && !isStopped ? error.message : null,
    start(choice: Query = {}) {
      running.current = new AbortController()
      mutate({ choice, signal: running.current.signal })
    },
    stop: () => running.current?.abort(),
    reset,
  }
}
