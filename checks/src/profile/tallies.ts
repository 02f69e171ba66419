import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How often something started, by its kind, such as `database`. */
export type Tallies = Readonly<Record<string, number>>

/** Makes an empty folder in which a step counts what it starts. */
export function emptyTallies(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** What was counted there, the most frequent kind first. */
export function readTallies(folder: string): Tallies {
  const counted = readdirSync(folder).map((kind) => [kind, statSync(join(folder, kind)).size] as const)
  return Object.fromEntries(counted.toSorted(([, one], [, other]) => other - one))
}
