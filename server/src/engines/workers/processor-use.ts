import { readFileSync } from 'node:fs'
import { cpus, type CpuInfo } from 'node:os'

/** Milliseconds of the clock that Linux counts processor time with. */
const TICK_MS = 10

/**
 * Returns a function for the share of all processors, from 0 to 1, that this machine was busy since the last call.
 * Work of a low priority does not count, so children of background work do not.
 */
export function watchUrgentWork(read: () => readonly CpuInfo[] = cpus): () => number {
  let last = totalsOf(read())
  return () => {
    const now = totalsOf(read())
    const all = now.all - last.all
    const urgent = now.urgent - last.urgent
    last = now
    return all > 0 ? urgent / all : 0
  }
}

function totalsOf(processors: readonly CpuInfo[]): { readonly urgent: number; readonly all: number } {
  let [urgent, all] = [0, 0]
  for (const { times } of processors) {
    const busy = times.user + times.sys + times.irq
    urgent += busy
    all += busy + times.nice + times.idle
  }
  return { urgent, all }
}

/** Milliseconds of processor time of a process so far. Null where the system does not say. */
export function processorMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the numbers may hold spaces, and ends in a parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}
