import { checkAgain, listVirusChecks, removeInfected } from '@portal/contract/files/virus-checks.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { readVirusChecks, type VirusChecks } from './virus-checks.wire.ts'

/** The list without one file, until it is loaded again. */
export function withoutFile(checks: VirusChecks, key: string): VirusChecks {
  const files = checks.files.filter(({ Key }) => Key !== key)
  return { ...checks, files, total: checks.total - (checks.files.length - files.length) }
}

/** Milliseconds between two looks: what waits is found clean by itself. */
const LOOK_AGAIN_MS = 15_000

export const virusChecksQuery = queryOptions({
  queryKey: ['virus-checks'],
  queryFn: async ({ signal }) => readVirusChecks(await call(listVirusChecks, { signal })),
  staleTime: 0,
  refetchInterval: LOOK_AGAIN_MS,
})

export function requestCheck(fileId: number) {
  return call(checkAgain, { params: { fileId } })
}

export function removeForGood(key: string) {
  return call(removeInfected, { params: { key } })
}
