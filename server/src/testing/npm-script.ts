import { readFileSync } from 'node:fs'

const PACKAGE = new URL('../../../package.json', import.meta.url)

/** What stands between `node` and the program in an npm script, so that what is tested starts as people start it. */
export function nodeFlagsOf(script: 'start' | 'portal'): string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: Record<string, string> }
  return scripts[script]?.split(' ').slice(1, -1) ?? []
}
