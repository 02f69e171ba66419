import { readFileSync } from 'node:fs'

const PACKAGE = new URL('../../../package.json', import.meta.url)

/** The flags between `node` and the program in an npm script, so that tests start it as people do. */
export function nodeFlagsOf(script: 'start' | 'portal'): string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: Record<string, string> }
  return scripts[script]?.split(' ').slice(1, -1) ?? []
}
