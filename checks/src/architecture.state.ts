import type { Expression, Program, VariableDeclaration, VariableDeclarator } from 'oxc-parser'
import { changesWithin } from './architecture.changes.ts'

const CONTAINERS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array', 'AbortController', 'EventEmitter'])
/** Names of functions that create stateful objects, in this project and in libraries. */
const MAKER = /^create(?!Require$)[A-Z]/

/** Whether a module holds mutable state, which two worlds in one process would share. */
export function holdsState(program: Program): boolean {
  const variables = program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .filter((statement) => statement?.type === 'VariableDeclaration')
  const names = variables.flatMap(({ declarations }) =>
    declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : [])),
  )
  return variables.some(isState) || changesWithin(program, new Set(names))
}

function isState({ kind, declare, declarations }: VariableDeclaration): boolean {
  if (declare === true) return false
  return (
    kind !== 'const' ||
    declarations.some((each) => !isReadonly(each) && each.init !== null && isContainer(each.init))
  )
}

/** Whether its type is read-only. */
function isReadonly({ id }: VariableDeclarator): boolean {
  const type = 'typeAnnotation' in id ? id.typeAnnotation?.typeAnnotation : undefined
  if (type?.type === 'TSTypeOperator') return type.operator === 'readonly'
  const name =
    type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
  return name.startsWith('Readonly')
}

/** An empty collection exists to be filled later. */
function isContainer(init: Expression): boolean {
  if (init.type === 'ArrayExpression') return init.elements.length === 0
  if (init.type === 'ObjectExpression') return init.properties.length === 0
  if (init.type !== 'NewExpression' && init.type !== 'CallExpression') return false
  const name = init.callee.type === 'Identifier' ? init.callee.name : ''
  return init.type === 'CallExpression'
    ? MAKER.test(name)
    : CONTAINERS.has(name) && init.arguments.length === 0
}
