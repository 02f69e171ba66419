import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

/** What the figures were measured on. `postgres` is its own word for its version. */
export function machine(postgres: string): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `${type()} ${release()}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${memory} GB`,
    `Node ${process.versions.node}`,
    postgres,
  ].join(' · ')
}

/** Load average of the last minute. */
export function loadNow(): number {
  return loadavg()[0] ?? 0
}
