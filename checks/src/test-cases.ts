import { parseSync } from 'oxc-parser'
import { type AstNode, isNode, namedCallee, walk } from './architecture.walk.ts'
import { startsWithId } from './spec-map.ts'

/**
 * The names of the cases in tables of `test.each` and `describe.each` that start with an id, such as `E07 two files`.
 * A case has its name in the first cell of its row, in a property, or is the name itself.
 */
export function caseNamesOf(code: string): string[] {
  if (!code.includes('.each')) return []
  const names: string[] = []
  walk(parseSync('a.test.ts', code).program, (node) => {
    if (node.type === 'CallExpression' && namedCallee(node) === 'each')
      names.push(...rowsOf(node).flatMap(stringsOf).filter(startsWithId))
  })
  return names
}

/** The rows of a table, which may be `as const`. */
function rowsOf(call: AstNode): readonly AstNode[] {
  const [argument] = listIn(call, 'arguments')
  const table = argument?.type === 'TSAsExpression' ? argument['expression'] : argument
  return isNode(table) && table.type === 'ArrayExpression' ? listIn(table, 'elements') : []
}

function stringsOf(row: AstNode): string[] {
  if (row.type === 'ArrayExpression') return listIn(row, 'elements').slice(0, 1).flatMap(stringOf)
  if (row.type === 'ObjectExpression')
    return listIn(row, 'properties').flatMap(({ value }) => (isNode(value) ? stringOf(value) : []))
  return stringOf(row)
}

function stringOf({ type, value }: AstNode): string[] {
  return type === 'Literal' && typeof value === 'string' ? [value] : []
}

function listIn(node: AstNode, field: string): readonly AstNode[] {
  const list = node[field]
  return Array.isArray(list) ? list.filter(isNode) : []
}
