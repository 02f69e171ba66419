import { checkAgain, listVirusChecks, removeInfected } from '@portal/contract/files/virus-checks.ts'
import { call } from '../../lib/call.ts'
import { readVirusChecks, type VirusChecks } from './virus-checks.wire.ts'

/** The list without one file, until it is loaded again. */
export function withoutFile(checks: VirusChecks, key: string): VirusChecks {
  const files = checks.files.filter(({ Key }) => Key !== key)
  return { ...checks, files, total: checks.total - (checks.files.length - files.length) }
}

/** Milliseconds between two looks: what waits is found clean by itself. */
const LOOK_AGAIN_MS = 15_000

export const VIRUS_CHECKS_KEY = ['virus-checks'] as const

export function virusChecksQuery() {
  return {
    queryKey: VIRUS_CHECKS_KEY,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      readVirusChecks(await call(listVirusChecks, { signal })),
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
