import { circlesOf } from './architecture.circles.ts'
import { hasForbiddenWord } from './architecture.names.ts'
import { boxOf, mayImportInServer, mayImportInWeb } from './architecture.rooms.ts'
import { isFragment } from './architecture.fragments.ts'
import { ANY_TABLE } from './architecture.sql.ts'
import type { Reference, SourceFile, Sources } from './architecture.sources.ts'
import type { TestFault } from './architecture.test-faults.ts'

/** The violations of a rule, such as `from > to`; each begins with the path of an offending file. */
export type Rule = { readonly name: string; readonly breaches: (sources: Sources) => string[] }

/** The floors that each floor may import. `build` is the code next to the screens that prepares them for serving. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  build: ['contract'],
  server: ['contract', 'build'],
  web: ['contract'],
  e2e: ['contract', 'build', 'server'],
  bench: ['contract', 'server', 'e2e'],
  checks: ['contract', 'server'],
}

const SQL_PACKAGES = new Set(['kysely', 'pg', 'pg-copy-streams'])

/** The only file whose statements remove documents or mark them as deleted. */
const DOCUMENT_CHANGES = 'server/src/records/documents/document-changes.repository.ts'

const GATE = 'server/src/records/documents/act-on-documents.ts'
const DECISIONS = 'server/src/records/documents/apply-decisions.ts'

/** The only code that may use the writers of documents: the gate, which asks the guards, and the intake. */
const USERS_OF_WRITERS: ReadonlyMap<string, readonly string[]> = new Map([
  [DOCUMENT_CHANGES, [GATE, DECISIONS]],
  [DECISIONS, [GATE]],
  [
    'server/src/records/documents/new-documents.repository.ts',
    ['server/src/records/intake/record-documents.ts'],
  ],
])

/** A restore fills every table of an empty database, with the names that the backup lists. */
const RESTORE = /^server\/src\/engines\/backup\/(copy|load-tables)\.repository\.ts$/

/** Composes the state of all records, for rooms. */
const ALL_RECORDS = 'server/src/records/context.ts'

/** The only repositories that look at the kind of a county scope: the others would write the rule again. */
const SCOPE_CONDITIONS = new Set([
  'server/src/records/access/county-scope.repository.ts',
  'server/src/records/documents/counts/scope-cells.repository.ts',
])

const TEST_CODE =
  /\.(test|spec|bench|test-data|test-suite)\.tsx?$|^server\/src\/testing\/|^(e2e|bench|checks)\//

const CLOCKS = new Set(['server/src/engines/clock/clock.ts', 'web/src/lib/clock.ts'])
/** The files that create a schema: the baseline and the migrations. */
const SCHEMA = /^server\/(?:schema\/\w+|src\/engines\/migrations\/\d{4}-[^/]+)\.sql$/

export const RULES: readonly Rule[] = [
  overImports('a floor imports only the floors it stands on', ({ from, to }) => {
    const floor = floorOf(to)
    return (
      floor === undefined || floor === floorOf(from) || FLOORS[floorOf(from) ?? '']?.includes(floor) === true
    )
  }),
  overImports('another floor is imported by its name', ({ from, to, isRelative }) => {
    const [here, there] = [packageOf(from), packageOf(to)]
    return !isRelative || here === there
  }),
  overImports('the contract needs nothing but zod', ({ from, to }) => {
    return floorOf(from) !== 'contract' || TEST_CODE.test(from) || floorOf(to) === 'contract' || to === 'zod'
  }),
  overImports('engines know no record, records no room, and rooms never meet', (reference) => {
    return TEST_CODE.test(reference.from) || mayImportInServer(reference)
  }),
  overImports('a record knows its own state, not the world of all records', ({ from, to }) => {
    return !from.startsWith('server/src/records/') || TEST_CODE.test(from) || to !== ALL_RECORDS
  }),
  overImports('features of the web floor meet only in app', mayImportInWeb),
  overImports('routes leave the database alone', ({ from, to }) => {
    return !from.endsWith('.routes.ts') || !(isRepository(to) || isDatabase(to))
  }),
  overImports('policies and models are pure', ({ from, to, isType }) => {
    return !/\.(policy|models)\.ts$/.test(from) || isType || !(isRepository(to) || isDatabase(to))
  }),
  overImports('only repositories and the database engine use the database driver', ({ from, to, isType }) => {
    const mayUse = isRepository(from) || isDatabase(from) || TEST_CODE.test(from)
    return floorOf(from) !== 'server' || isType || mayUse || !SQL_PACKAGES.has(to)
  }),
  overImports('only the gate changes documents, and only the intake adds them', ({ from, to, isType }) => {
    return isType || TEST_CODE.test(from) || USERS_OF_WRITERS.get(to)?.includes(from) !== false
  }),
  overFiles('no statement outside the gate takes documents away', ({ path, facts }) => {
    const mayBeDocument = (table: string) =>
      table === 'document' || (table === ANY_TABLE && !RESTORE.test(path))
    return path === DOCUMENT_CHANGES || TEST_CODE.test(path) || !facts.mayRemove.some(mayBeDocument)
  }),
  overFiles('SQL stands in repositories and in SQL files', ({ path, facts }) => {
    const mayHold = isRepository(path) || path.endsWith('.sql') || TEST_CODE.test(path)
    return floorOf(path) !== 'server' || mayHold || !facts.holdsSql
  }),
  overFiles('one condition restricts a query to the counties of a person', ({ path, facts }) => {
    return !isRepository(path) || SCOPE_CONDITIONS.has(path) || !facts.readsScope
  }),
  { name: 'one record or engine writes a table', breaches: tablesOfSeveral },
  { name: 'no file imports itself by way of others', breaches: fileCircles },
  {
    name: 'no engine, record, room or folder of the contract imports itself by way of others',
    breaches: boxCircles,
  },
  { name: 'a small file has more than one importer in its folder', breaches: fragments },
  { name: 'a name is one that a stranger can search for', breaches: forbiddenNames },
  overImports('nothing but tests imports test code', ({ from, to }) => {
    return TEST_CODE.test(from) || !TEST_CODE.test(to)
  }),
  overFiles('only the settings read the environment', ({ path, facts }) => {
    const mayRead = path.startsWith('server/src/engines/config/') || floorOf(path) === 'build'
    return mayRead || TEST_CODE.test(path) || !facts.readsEnvironment
  }),
  overFiles('only the clock knows the time', ({ path, facts }) => {
    return CLOCKS.has(path) || TEST_CODE.test(path) || !facts.readsClock
  }),
  overFiles('no module of the server keeps what changes: the world builds it', ({ path, facts }) => {
    return floorOf(path) !== 'server' || TEST_CODE.test(path) || !facts.holdsState
  }),
  { name: 'no code looks for a sentence of our own', breaches: matchedSentences },
  overTests('no test waits for a fixed time', 'waits for a fixed time'),
  overTests('no test waits for real work with the limit of a second', 'waits for a second only'),
  overTests('no test changes people or counties that other tests use', 'changes what tests share'),
  overTests('no test asserts the time of now', 'asserts the time of now'),
  overTests('no test uses a fixed port', 'uses a fixed port'),
  overTests('no test depends on the order of tests or files', 'depends on the order of tests'),
]

function overImports(name: string, isFine: (reference: Reference) => boolean): Rule {
  return {
    name,
    breaches: ({ references }) => references.filter((reference) => !isFine(reference)).map(asText),
  }
}

function overFiles(name: string, isFine: (file: SourceFile) => boolean): Rule {
  return { name, breaches: ({ files }) => files.filter((file) => !isFine(file)).map(({ path }) => path) }
}

function overTests(name: string, fault: TestFault): Rule {
  return overFiles(name, ({ facts }) => !facts.testFaults.includes(fault))
}

/** Rooms never write to a table; they call the record that owns it. */
function tablesOfSeveral({ files }: Sources): string[] {
  const writers = files.filter(({ path }) => !TEST_CODE.test(path) && !SCHEMA.test(path))
  const temporary = new Set(
    writers.flatMap(({ path, facts }) => facts.temporaryTables.map((table) => `${boxOf(path)} ${table}`)),
  )
  const writings = writers
    .flatMap(({ path, facts }) => facts.writes.map((table) => ({ path, table, box: boxOf(path) })))
    .filter(({ table, box }) => !temporary.has(`${box} ${table}`))
    .filter(({ path, table }) => table !== ANY_TABLE || !RESTORE.test(path))
  const byTable = Map.groupBy(writings, ({ table }) => table)
  return [...byTable.values()].flatMap((sameTable) => {
    const isOwned = new Set(sameTable.map(({ box }) => box)).size === 1
    return sameTable
      .filter(({ box }) => !isOwned || box === null || box.startsWith('rooms/'))
      .map(({ path, table }) => `${path} > ${table}`)
  })
}

/** Code must not depend on the words of a sentence: give the sentence a code, so that rewording breaks nothing. */
function matchedSentences({ files }: Sources): string[] {
  const product = files.filter(({ path }) => !TEST_CODE.test(path))
  const sentences = product.flatMap(({ facts }) => facts.sentences)
  const isOurs = (words: string) => sentences.some((sentence) => sentence.includes(words))
  return product.filter(({ facts }) => facts.patternWords.some(isOurs)).map(({ path }) => path)
}

function fileCircles({ references }: Sources): string[] {
  return circlesOf(references.filter(({ from, to }) => from !== to)).map((circle) => circle.join(' > '))
}

function boxCircles({ references }: Sources): string[] {
  const arrows = references.flatMap((reference) => {
    const [from, to] = [folderOf(reference.from), folderOf(reference.to)]
    return TEST_CODE.test(reference.from) || !from || !to || from === to ? [] : [{ ...reference, from, to }]
  })
  return circlesOf(arrows).map((circle) => circle.join(' > '))
}

/** The folder of a room in the contract, or of an engine, record or room; null for a file outside them. */
function folderOf(path: string): string | null {
  const box = boxOf(path)
  return box ? `server/src/${box}` : (/^contract\/src\/[^/]+(?=\/)/.exec(path)?.[0] ?? null)
}

/** Small files with a single importer next to them, because they make a reader open two files for one idea. */
function fragments({ files, references }: Sources): string[] {
  const product = references.filter(({ from }) => !TEST_CODE.test(from))
  const byTarget = Map.groupBy(product, ({ to }) => to)
  const linesOf = new Map(files.map(({ path, facts }) => [path, facts.lines]))
  return files.flatMap(({ path }) => {
    const users = byTarget.get(path) ?? []
    const isOne = new Set(users.map(({ from }) => from)).size === 1
    const [user] = users
    return user && isOne && isFragment(user, linesOf) ? [`${path} > ${user.from}`] : []
  })
}

function forbiddenNames({ files }: Sources): string[] {
  return files
    .filter(({ path }) => !TEST_CODE.test(path) && !path.endsWith('.sql'))
    .flatMap(({ path, facts }) =>
      [fileNameOf(path), ...facts.exports].filter(hasForbiddenWord).map((name) => `${path} > ${name}`),
    )
}

function fileNameOf(path: string): string {
  return path.split('/').at(-1)?.split('.')[0] ?? ''
}

function asText({ from, to }: Reference): string {
  return `${from} > ${to}`
}

function floorOf(path: string): string | undefined {
  if (/^web\/[^/]+\.ts$/.test(path)) return 'build'
  return packageOf(path)
}

/** The workspace of a path. */
function packageOf(path: string): string | undefined {
  const name = path.split('/')[0] ?? ''
  return path.includes('/') && Object.hasOwn(FLOORS, name) ? name : undefined
}

function isRepository(path: string): boolean {
  return path.endsWith('.repository.ts')
}

function isDatabase(path: string): boolean {
  return path.startsWith('server/src/engines/database/') || SQL_PACKAGES.has(path)
}
