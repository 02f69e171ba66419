import type { ExportFormat } from '@portal/contract/exports.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { saveDocument } from '../lib/save-document.ts'

export type ExportChoice = {
  readonly format: ExportFormat
  /** The keys of the columns; undefined for all. */
  readonly columns: readonly string[] | undefined
}

/** Exports one file at a time. Leaving the screen stops it. */
export function useExportFile(endpoint: Endpoint, query: Readonly<Record<string, unknown>>) {
  const running = useRef<AbortController | null>(null)
  const exporting = useMutation({
    mutationFn: async (choice: ExportChoice & { readonly signal: AbortSignal }) => {
      const { signal, ...parameters } = choice
      return saveDocument(endpoint, { query: { ...query, ...parameters }, signal })
    },
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
    start(choice: ExportChoice) {
      running.current = new AbortController()
      mutate({ ...choice, signal: running.current.signal })
    },
    stop: () => running.current?.abort(),
    reset,
  }
}
