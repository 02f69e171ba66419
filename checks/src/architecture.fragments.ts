import { posix } from 'node:path'
import type { Reference } from './architecture.sources.ts'

/** A file of at most SMALL_LINES needs several importers, unless a merge would make its importer exceed MAX_LINES. */
const SMALL_LINES = 40
const MAX_LINES = 250

/**
 * Whether a file that only this import uses belongs in its importer: it is small, in the same folder, and of a kind
 * that may share the file.
 */
export function isFragment({ from, to, isLazy }: Reference, linesOf: ReadonlyMap<string, number>): boolean {
  const [lines = 0, importerLines = 0] = [linesOf.get(to), linesOf.get(from)]
  return (
    posix.dirname(from) === posix.dirname(to) &&
    lines <= SMALL_LINES &&
    lines + importerLines <= MAX_LINES &&
    !isLazy &&
    mayJoin(to, from)
  )
}

/** SQL, pure rules, use cases and code that runs in its own thread have files of their own kind. */
function mayJoin(part: string, importer: string): boolean {
  const [kind, other] = [kindOf(part), kindOf(importer)]
  if (kind === 'repository' || kind === 'policy') return kind === other
  if (kind === 'worker' || other === 'worker' || (kind === 'usecases' && other === 'routes')) return false
  return !(part.endsWith('.tsx') && importer.endsWith('.ts'))
}

/** `repository` of `files.repository.ts`; empty if a file has no kind. */
function kindOf(path: string): string {
  return /\.([a-z-]+)\.tsx?$/.exec(path)?.[1] ?? ''
}
