import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How often something started, by its kind, such as `database`. */
export type Tallies = Readonly<Record<string, number>>

/** Creates an empty folder in which a step counts what it starts. */
export function emptyTallies(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** The counts in the folder, the most frequent kind first. */
export function readTallies(folder: string): Tallies {
  const counted = readdirSync(folder).map((kind) => [kind, statSync(join(folder, kind)).size] as const)
  return Object.fromEntries(counted.toSorted(([, one], [, other]) => other - one))
}
