import type { ResultOf } from '@portal/contract/endpoint.ts'
import { checkAgain, listVirusChecks, removeInfected } from '@portal/contract/files/virus-checks.ts'
import { call } from '../../lib/call.ts'

/** The files not found clean; `total` also counts those not shown. */
export type VirusChecks = ResultOf<typeof listVirusChecks>

/** The list without one file, until it is reloaded. */
export function withoutFile(checks: VirusChecks, key: string): VirusChecks {
  const files = checks.files.filter(({ Key }) => Key !== key)
  return { ...checks, files, total: checks.total - (checks.files.length - files.length) }
}

/** Milliseconds between two reloads: a pending file may turn out clean at any time. */
const LOOK_AGAIN_MS = 15_000

export const VIRUS_CHECKS_KEY = ['virus-checks'] as const

export function virusChecksQuery() {
  return {
    queryKey: VIRUS_CHECKS_KEY,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listVirusChecks, { signal }),
    fallback: listVirusChecks.fallback,
    refetchInterval: LOOK_AGAIN_MS,
  }
}

export function requestCheck(fileId: number) {
  return call(checkAgain, { params: { fileId } })
}

export function removeForGood(key: string) {
  return call(removeInfected, { params: { key } })
}
