import { codeOf } from './architecture.imports.ts'
import type { Reference, SourceFile, Sources } from './architecture.sources.ts'
import { mayImportInServer, mayImportInWeb } from './architecture.rooms.ts'

export type Rule = { readonly name: string; readonly breaches: (sources: Sources) => string[] }

/** Which floors a floor stands on. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  e2e: ['contract', 'server'],
  bench: ['contract', 'server', 'e2e'],
  checks: ['contract', 'server'],
}

/** The start builds the screens before it serves them, and the browser tests once before their many starts. */
const BUILDS = new Set(['server/src/start-server.ts > web/build.ts', 'e2e/src/run.ts > web/build.ts'])

const SQL_PACKAGES = new Set(['kysely', 'pg', 'pg-copy-streams'])

const TEST_CODE = /\.(test|spec|bench|test-data|test-suite)\.tsx?$|^server\/src\/testing\//
/** Floors that no portal runs. */
const TEST_FLOORS = new Set(['e2e', 'bench', 'checks'])
const READS_ENVIRONMENT = /^server\/src\/(config\/|cli\.ts$)|^web\/[^/]+\.ts$|^(e2e|bench|checks)\//
const READS_CLOCK = /^(server\/src|web\/src\/lib)\/clock\.ts$|^(e2e|bench|checks)\//

export const RULES: readonly Rule[] = [
  overImports('a floor imports only the floors it stands on', (reference) => {
    const floor = floorOf(reference.to)
    return floor === undefined || floor === floorOf(reference.from) || standsOn(reference, floor)
  }),
  overImports('another floor is imported by its name', (reference) => {
    const crosses = floorOf(reference.to) !== floorOf(reference.from)
    return !reference.isRelative || !crosses || BUILDS.has(asText(reference))
  }),
  overImports('the contract needs nothing but zod', ({ from, to }) => {
    return floorOf(from) !== 'contract' || TEST_CODE.test(from) || floorOf(to) === 'contract' || to === 'zod'
  }),
  overImports('a room of the server imports itself and what is shared', (reference) => {
    return TEST_CODE.test(reference.from) || mayImportInServer(reference)
  }),
  overImports('features of the web floor meet only in app', mayImportInWeb),
  overImports('routes leave the database alone', ({ from, to }) => {
    return !from.endsWith('.routes.ts') || !(isRepository(to) || isDatabase(to))
  }),
  overImports('policies and models are pure', ({ from, to, isType }) => {
    return !/\.(policy|models)\.ts$/.test(from) || isType || !(isRepository(to) || isDatabase(to))
  }),
  overImports('SQL stands in repositories', ({ from, to, isType }) => {
    const mayHold = from.endsWith('.repository.ts') || isDatabase(from) || TEST_CODE.test(from)
    return floorOf(from) !== 'server' || isType || mayHold || !SQL_PACKAGES.has(to)
  }),
  overImports('nothing but tests imports test code', ({ from, to }) => {
    return TEST_FLOORS.has(floorOf(from) ?? '') || TEST_CODE.test(from) || !TEST_CODE.test(to)
  }),
  overCode('only the settings read the environment', READS_ENVIRONMENT, /\bprocess\s*(\?\.|\.)\s*env\b/),
  overCode(
    'only the clock knows the time',
    READS_CLOCK,
    /\bnew Date\s*(\(\s*\)|(?![\w\s]*\())|\bDate\.now\b/,
  ),
]

function overImports(name: string, isFine: (reference: Reference) => boolean): Rule {
  return {
    name,
    breaches: ({ references }) => references.filter((reference) => !isFine(reference)).map(asText),
  }
}

function overCode(name: string, allowed: RegExp, forbidden: RegExp): Rule {
  const isFine = ({ path, text }: SourceFile) =>
    allowed.test(path) || TEST_CODE.test(path) || !forbidden.test(codeOf(text))
  return { name, breaches: ({ files }) => files.filter((file) => !isFine(file)).map(({ path }) => path) }
}

function asText({ from, to }: Reference): string {
  return `${from} > ${to}`
}

function floorOf(path: string): string | undefined {
  const floor = path.split('/')[0] ?? ''
  return path.includes('/') && Object.hasOwn(FLOORS, floor) ? floor : undefined
}

function standsOn(reference: Reference, floor: string): boolean {
  return (FLOORS[floorOf(reference.from) ?? ''] ?? []).includes(floor) || BUILDS.has(asText(reference))
}

function isRepository(path: string): boolean {
  return path.endsWith('.repository.ts')
}

function isDatabase(path: string): boolean {
  return path.startsWith('server/src/database/') || SQL_PACKAGES.has(path)
}
