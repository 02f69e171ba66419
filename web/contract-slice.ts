import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type ESTree } from 'vite'

/** The fields of a call that the browser needs; schemas and error texts stay on the server. */
const OF_A_CALL = new Set(['method', 'path', 'access', 'fallback'])

type Statement = ESTree.Program['body'][number]
type Part = { readonly names: readonly string[]; readonly code: string; readonly uses: ReadonlySet<string> }
type Imported = { readonly name: string; readonly local: string; readonly source: string }
type Module = { readonly parts: readonly Part[]; readonly imports: readonly Imported[] }

/**
 * The browser's part of a contract module: calls without their schemas, and every constant and function that does not
 * depend on a schema. Everything built on zod is left out, so that a screen that imports it fails to build.
 */
export function sliceContract(file: string, source: string): string {
  const { parts, imports } = readModule(file, source)
  const left = leftOut(file, { parts, imports })
  const kept = parts.filter(({ names }) => !names.some((name) => left.has(name)))
  const used = new Set(kept.flatMap(({ uses }) => [...uses]))
  const needed = imports.filter(({ local }) => used.has(local) && !left.has(local))
  const lines = needed.map(({ name, local, source }) => `import { ${name} as ${local} } from '${source}'`)
  return [...lines, ...kept.map(({ code }) => code), 'export {}'].join('\n')
}

/** The names in a module that depend on zod, directly or indirectly. */
function leftOut(file: string, { parts, imports }: Module): Set<string> {
  const left = new Set(imports.filter((imported) => isLeftOut(file, imported)).map(({ local }) => local))
  for (let before = -1; before !== left.size;) {
    before = left.size
    for (const { names, uses } of parts) {
      if (!left.isDisjointFrom(uses)) for (const name of names) left.add(name)
    }
  }
  return left
}

function isLeftOut(file: string, { name, source }: Imported): boolean {
  if (source === 'zod') return true
  const path = join(dirname(file), source)
  return leftOut(path, readModule(path, readFileSync(path, 'utf8'))).has(name)
}

function readModule(file: string, source: string): Module {
  const { program, errors } = parseSync(file, source, { lang: 'ts', sourceType: 'module' })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const statements = program.body.filter((statement) => !isTypeOnly(statement))
  return {
    imports: statements.flatMap(importedBy),
    parts: statements.flatMap((statement) => partOf(statement, source) ?? []),
  }
}

function isTypeOnly(statement: Statement): boolean {
  if (statement.type === 'ImportDeclaration') return statement.importKind === 'type'
  if (statement.type === 'ExportNamedDeclaration') return statement.exportKind === 'type'
  return statement.type.startsWith('TS')
}

function importedBy(statement: Statement): Imported[] {
  if (statement.type !== 'ImportDeclaration') return []
  return statement.specifiers.map((specifier) => {
    if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
      throw new Error(`The contract imports by name: ${statement.source.value}`)
    return { name: specifier.imported.name, local: specifier.local.name, source: statement.source.value }
  })
}

function partOf(statement: Statement, source: string): Part | null {
  if (statement.type === 'ImportDeclaration') return null
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
    const code = source.slice(statement.start, statement.end)
    return { names: [declaration.id.name], code, uses: identifiersIn(declaration) }
  }
  const declarator = declaration?.type === 'VariableDeclaration' ? declaration.declarations[0] : undefined
  if (declarator?.id.type !== 'Identifier' || !declarator.init)
    throw new Error(
      `The contract has a statement that the web build cannot read: ${source.slice(statement.start, statement.end)}`,
    )
  const { name } = declarator.id
  const call = callOf(declarator.init, source)
  if (call) return { names: [name], code: `export const ${name} = { ${call.code} }`, uses: call.uses }
  const code = source.slice(statement.start, statement.end)
  return { names: [name], code, uses: identifiersIn(declarator.init) }
}

/** `endpoint({ … })` reduced to the fields that the browser needs, and `defineError({ … })` unchanged. */
function callOf(init: ESTree.Expression, source: string): Pick<Part, 'code' | 'uses'> | null {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return null
  const isError = init.callee.name === 'defineError'
  if (!isError && init.callee.name !== 'endpoint') return null
  const [definition] = init.arguments
  if (definition?.type !== 'ObjectExpression') return null
  const kept = definition.properties.filter(
    (property) =>
      isError ||
      (property.type === 'Property' &&
        property.key.type === 'Identifier' &&
        OF_A_CALL.has(property.key.name)),
  )
  return {
    code: kept.map(({ start, end }) => source.slice(start, end)).join(', '),
    uses: new Set(kept.flatMap((property) => [...identifiersIn(property)])),
  }
}

/** Expression wrappers that exist only for types. */
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Every name in a piece of code except in types: may include unused names, but never misses one. */
function identifiersIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) identifiersIn(each, found)
  else if (isNode(node)) {
    if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) return found
    if (node.type === 'Identifier' && 'name' in node) found.add(String(node.name))
    for (const value of Object.values(node)) identifiersIn(value, found)
  }
  return found
}

function isNode(value: unknown): value is { readonly type: string } {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
