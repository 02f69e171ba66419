import type { Reference } from './architecture.sources.ts'

const PATH = /`((?:contract|server|web|e2e|bench|checks)\/[\w./-]+\.(?:tsx?|sql))`/g
/** A remark about a file within a walk. */
const REMARK = /\([^()]*\)/g
/** Ends a walk; the next one starts from another file. */
const STOP = /[;:.]\s/
const ARROW = /(→|⇒)/

/** The files that a page names by their whole path. */
export function namedPaths(page: string): string[] {
  return [...page.matchAll(PATH)].map(([, path = '']) => path)
}

/**
 * The steps `a → b` of a page where a does not import b. Several files after an arrow are steps from the same file,
 * and the walk continues from the last one; `⇒` is a value passed on, which no import shows.
 */
export function stepsWithoutImport(page: string, references: readonly Reference[]): string[] {
  const imports = new Set(references.map(({ from, to }) => `${from} → ${to}`))
  return stepsOf(page).filter((step) => !imports.has(step))
}

/** Every step `a → b` of a page. */
export function stepsOf(page: string): string[] {
  return page
    .split('\n')
    .flatMap((line) => line.replaceAll(REMARK, '').split(STOP))
    .flatMap(stepsOfWalk)
}

function stepsOfWalk(walk: string): string[] {
  const steps: string[] = []
  let from: string | undefined
  let isImport = false
  for (const part of walk.split(ARROW)) {
    const paths = namedPaths(part)
    if (part === '→' || part === '⇒') isImport = part === '→'
    else if (from !== undefined && isImport) steps.push(...paths.map((to) => `${from} → ${to}`))
    from = paths.at(-1) ?? from
  }
  return steps
}
