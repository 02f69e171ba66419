import { parseSync, Visitor, type Expression, type VisitorObject } from 'oxc-parser'
import { exportedNames } from './architecture.names.ts'
import { holdsState } from './architecture.state.ts'
import { holdsTests, type TestFault, testFaultsOf } from './architecture.test-faults.ts'

export type Import = {
  readonly specifier: string
  readonly isType: boolean
  /** Whether the code loads it only when it needs it. */
  readonly isLazy?: true
}

/** The facts about a file that the architecture rules need. */
export type SourceFacts = {
  readonly imports: readonly Import[]
  /** Its named exports, except calls of the contract. */
  readonly exports: readonly string[]
  readonly lines: number
  readonly readsEnvironment: boolean
  readonly readsClock: boolean
  /** Whether the module itself holds mutable state. */
  readonly holdsState: boolean
  /** Whether it contains SQL. */
  readonly holdsSql: boolean
  /** The tables that it inserts into, updates or deletes from. */
  readonly writes: readonly string[]
  /** The tables from which it may remove rows, or mark them as deleted. */
  readonly mayRemove: readonly string[]
  /** Tables that exist only during a transaction. */
  readonly temporaryTables: readonly string[]
  /** Its strings of several words, and each run of four or more words in its regular expressions. */
  readonly sentences: readonly string[]
  readonly patternWords: readonly string[]
  /** Faults that make its test results depend on chance. */
  readonly testFaults: readonly TestFault[]
}

const READERS = new Set(['selectFrom', 'query', 'executeQuery'])
const WRITERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const STATEMENT =
  /\b(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|MERGE\s+INTO\s|TRUNCATE\s|COPY\s|LOCK\s+TABLE\s|VACUUM\s|CREATE\s+\S*\s*TABLE\s)/
const WRITTEN =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE|COPY)(?:\s+ONLY|\s+TABLE)?\s+(?:public\.)?"?([a-z_]+)/g
const NAME = String.raw`(?:\s+ONLY|\s+TABLE)?\s+(?:public\.)?"?([a-z_]+)`
const REMOVING = [
  String.raw`\b(?:DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)${NAME}`,
  String.raw`\bTRUNCATE\s[a-z_,\s]*,\s*([a-z_]+)`,
  String.raw`\b(?:UPDATE|INSERT\s+INTO)${NAME}[^;]*\bdeleted_at\s*=`,
  // Deleting the referenced rows deletes its rows too.
  String.raw`\b(?:CREATE|ALTER)\s+TABLE${NAME}[^;]*\bON\s+DELETE\s+CASCADE`,
].map((pattern) => new RegExp(pattern, 'g'))
/** Four words or more in a row. Fewer are often a term, or words of another program such as 'does not exist'. */
const WORDS = /[A-Z]?[a-z]+(?: [a-z]+){3,}/g
const TEMPORARY = /\bCREATE\s+TEMPORARY\s+TABLE\s+([a-z_]+)/g

/**
 * Reads TypeScript with a real parser: comments, texts and regular expressions are never taken for code.
 * @throws Error when the file cannot be parsed.
 */
export function readTypeScript(path: string, text: string): SourceFacts {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const gathered = { imports: [] as Import[], texts: [] as string[], patterns: [] as string[] }
  const tables: Record<'written' | 'removable', string[]> = { written: [], removable: [] }
  const seen = { environment: false, clock: false, query: false }
  new Visitor({
    ...importVisitor(gathered.imports),
    ...textVisitor(gathered),
    MemberExpression(node) {
      const property = node.computed ? textOf(node.property) : nameOf(node.property)
      if (nameOf(node.object) === 'process' && property === 'env') seen.environment = true
      if (nameOf(node.object) === 'Date' && property === 'now') seen.clock = true
    },
    NewExpression(node) {
      if (nameOf(node.callee) === 'Date' && node.arguments.length === 0) seen.clock = true
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'ObjectPattern' && nameOf(init) === 'process') seen.environment = true
    },
    CallExpression({ callee, arguments: [first] }) {
      if (nameOf(callee) === 'require')
        gathered.imports.push({ specifier: textOf(first) ?? 'an expression', isType: false })
      if (callee.type !== 'MemberExpression') return
      const method = (callee.computed ? textOf(callee.property) : nameOf(callee.property)) ?? ''
      if (READERS.has(method) || WRITERS.has(method)) seen.query = true
      // An unreadable name counts as a table of its own, which no other file may write to.
      if (WRITERS.has(method)) tables.written.push(...tablesIn(first))
      // A builder that changes a row may mark it as deleted.
      if (WRITERS.has(method) && method !== 'insertInto') tables.removable.push(...tablesIn(first))
    },
  }).visit(program)
  const sql = gathered.texts.map(readSql)
  return {
    imports: gathered.imports,
    exports: exportedNames(program),
    lines: text.split('\n').length - 1,
    readsEnvironment:
      seen.environment || gathered.imports.some(({ specifier }) => /^(node:)?process$/.test(specifier)),
    readsClock: seen.clock,
    holdsState: holdsState(program),
    holdsSql: seen.query || sql.some(({ holdsSql }) => holdsSql),
    writes: [...tables.written, ...sql.flatMap(({ writes }) => writes)],
    mayRemove: [...tables.removable, ...sql.flatMap(({ mayRemove }) => mayRemove)],
    temporaryTables: sql.flatMap(({ temporaryTables }) => temporaryTables),
    sentences: gathered.texts.filter((each) => each.includes(' ')),
    patternWords: gathered.patterns.flatMap(wordsIn),
    testFaults: holdsTests(path) ? testFaultsOf(program) : [],
  }
}

/** Reads PostgreSQL statements. In this project, keywords are in upper case and names in lower case. */
export function readSql(
  text: string,
): Pick<SourceFacts, 'holdsSql' | 'writes' | 'mayRemove' | 'temporaryTables'> {
  const code = text.replaceAll(/--[^\n]*/g, '')
  const firstGroups = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, name = '']) => name)
  return {
    holdsSql: STATEMENT.test(code),
    writes: firstGroups(WRITTEN),
    mayRemove: REMOVING.flatMap(firstGroups),
    temporaryTables: firstGroups(TEMPORARY),
  }
}

/** The tables passed to a query builder: one name, with or without an alias, or several. */
function tablesIn(node: MaybeNode): string[] {
  const expression = node as Expression | undefined
  if (expression?.type === 'ArrayExpression')
    return expression.elements.flatMap((element) => tablesIn(element))
  return [textOf(node)?.split(' ')[0] ?? 'an expression']
}

function importVisitor(imports: Import[]): VisitorObject {
  return {
    ImportDeclaration({ source, importKind }) {
      imports.push({ specifier: source.value, isType: importKind === 'type' })
    },
    ExportNamedDeclaration({ source, exportKind }) {
      if (source) imports.push({ specifier: source.value, isType: exportKind === 'type' })
    },
    TSImportEqualsDeclaration({ moduleReference }) {
      if (moduleReference.type !== 'TSExternalModuleReference') return
      imports.push({ specifier: moduleReference.expression.value, isType: false })
    },
    ExportAllDeclaration({ source, exportKind }) {
      imports.push({ specifier: source.value, isType: exportKind === 'type' })
    },
    ImportExpression({ source }) {
      imports.push({ specifier: textOf(source) ?? 'an expression', isType: false, isLazy: true })
    },
    TSImportType({ source }) {
      imports.push({ specifier: source.value, isType: true })
    },
  }
}

/** The words that a regular expression matches, without `^`, `$` and `\\b`, which match no characters. */
function wordsIn(pattern: string): string[] {
  return pattern.replaceAll(/\\[bB]|[\^$]/g, '').match(WORDS) ?? []
}

type Texts = { readonly texts: string[]; readonly patterns: string[] }

function textVisitor({ texts, patterns }: Texts): VisitorObject {
  return {
    Literal(node) {
      if (typeof node.value === 'string') texts.push(node.value)
      if ('regex' in node) patterns.push(node.regex.pattern)
    },
    TemplateLiteral({ quasis }) {
      texts.push(quasis.map(({ value }) => value.cooked ?? '').join(' ? '))
    },
  }
}

type MaybeNode = { readonly type: string } | null | undefined

function nameOf(node: MaybeNode): string | undefined {
  return node && 'name' in node && typeof node.name === 'string' ? node.name : undefined
}

function textOf(node: MaybeNode): string | undefined {
  if (!node) return undefined
  const expression = node as Expression
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value
  const isPlain = expression.type === 'TemplateLiteral' && expression.quasis.length === 1
  return isPlain ? (expression.quasis[0]?.value.cooked ?? undefined) : undefined
}
