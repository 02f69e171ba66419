import { parseSync, Visitor, type Expression, type VisitorObject } from 'oxc-parser'
import { exportedNames } from './architecture.names.ts'
import { ANY_TABLE, readSql, type SqlFacts } from './architecture.sql.ts'
import { readsScope } from './architecture.scope.ts'
import { holdsState } from './architecture.state.ts'
import { holdsTests, type TestFault, testFaultsOf } from './architecture.test-faults.ts'
import { nameOf, sentencesIn, textOf, type Texts, textVisitor, wordsIn } from './architecture.texts.ts'

export type Import = {
  readonly specifier: string
  readonly isType: boolean
  /** Whether the code loads it only when it needs it. */
  readonly isLazy?: true
}

/** The facts about a file that the architecture rules need. */
export type SourceFacts = SqlFacts & {
  readonly imports: readonly Import[]
  /** Its named exports, except calls of the contract. */
  readonly exports: readonly string[]
  readonly lines: number
  readonly readsEnvironment: boolean
  readonly readsClock: boolean
  /** Whether the module itself holds mutable state. */
  readonly holdsState: boolean
  /** Whether it looks at the kind of a county scope. */
  readonly readsScope: boolean
  /** Its strings of several words, and each run of four or more words for which it looks in a text. */
  readonly sentences: readonly string[]
  readonly patternWords: readonly string[]
  /** Faults that make its test results depend on chance. */
  readonly testFaults: readonly TestFault[]
}

const READERS = new Set(['selectFrom', 'query', 'executeQuery'])
const WRITERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

/**
 * Reads TypeScript with a real parser: comments, texts and regular expressions are never taken for code.
 * @throws Error when the file cannot be parsed.
 */
export function readTypeScript(path: string, text: string): SourceFacts {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const imports: Import[] = []
  const gathered: Texts = { texts: [], shown: [], patterns: [] }
  const tables: Record<'written' | 'removable', string[]> = { written: [], removable: [] }
  const seen = { environment: false, clock: false, query: false }
  new Visitor(textVisitor(gathered)).visit(program)
  new Visitor({
    ...importVisitor(imports),
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
        imports.push({ specifier: textOf(first) ?? 'an expression', isType: false })
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
    imports,
    exports: exportedNames(program),
    lines: text.split('\n').length - 1,
    readsEnvironment:
      seen.environment || imports.some(({ specifier }) => /^(node:)?process$/.test(specifier)),
    readsClock: seen.clock,
    holdsState: holdsState(program),
    readsScope: readsScope(program),
    holdsSql: seen.query || sql.some(({ holdsSql }) => holdsSql),
    writes: [...tables.written, ...sql.flatMap(({ writes }) => writes)],
    mayRemove: [...tables.removable, ...sql.flatMap(({ mayRemove }) => mayRemove)],
    temporaryTables: sql.flatMap(({ temporaryTables }) => temporaryTables),
    sentences: sentencesIn(gathered),
    patternWords: gathered.patterns.flatMap(wordsIn),
    testFaults: holdsTests(path) ? testFaultsOf(program) : [],
  }
}

/** The tables passed to a query builder: one name, with or without an alias, or several. */
function tablesIn(node: MaybeNode): string[] {
  const expression = node as Expression | undefined
  if (expression?.type === 'ArrayExpression')
    return expression.elements.flatMap((element) => tablesIn(element))
  return [textOf(node)?.split(' ')[0] ?? ANY_TABLE]
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

type MaybeNode = { readonly type: string } | null | undefined
