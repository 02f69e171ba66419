import { namesIn } from './architecture.names.ts'
import { type AstNode, isNode, namedCallee, walk } from './architecture.walk.ts'

/** The methods that change an array, a map or a set. */
const MUTATORS = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear'.split(' '),
)
const OBJECT_WRITERS = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf'])

/** Whether a module changes what one of these variables of its own holds: `box.n += 1`, `ids.push(id)`. */
export function changesWithin(program: unknown, names: ReadonlySet<string>): boolean {
  let isFound = false
  walk(program, (node, ancestors) => {
    if (changedBy(node).some((name) => names.has(name) && !isLocal(name, ancestors))) isFound = true
  })
  return isFound
}

/** The variables that a node changes inside: `box` of `box.n += 1`. */
function changedBy(node: AstNode): string[] {
  const { type, operator, left, argument, callee } = node
  if (type === 'AssignmentExpression') return partsOf(left).flatMap(ownerOf)
  if (type === 'UpdateExpression' || operator === 'delete') return ownerOf(argument)
  if (type !== 'CallExpression') return []
  const name = namedCallee(node)
  if (OBJECT_WRITERS.has(name) && ownerOf(callee).includes('Object')) {
    const [target] = Array.isArray(node['arguments']) ? node['arguments'] : []
    return [...namesIn(target), ...ownerOf(target)]
  }
  return MUTATORS.has(name) ? ownerOf(callee) : []
}

/** The targets of `[box.a, box.b] = …`. */
function partsOf(target: unknown): unknown[] {
  if (!isNode(target)) return []
  const { properties, elements, value } = target
  const parts = [properties, elements, value].flat().filter(isNode)
  return parts.length > 0 ? parts.flatMap(partsOf) : [target]
}

/** The variable whose member this is: `box` of `box.in['n']`. */
function ownerOf(node: unknown): string[] {
  const member = insideOf(node)
  if (!isNode(member) || member.type !== 'MemberExpression') return []
  const object = insideOf(member['object'])
  return isNode(object) && object.type === 'MemberExpression' ? ownerOf(object) : namesIn(object)
}

/** What parentheses and types are around: `box` of `(box as Box)`. */
function insideOf(node: unknown): unknown {
  return isNode(node) && isNode(node['expression']) ? insideOf(node['expression']) : node
}

/** Whether a function around a node has a parameter or a variable of this name. */
function isLocal(name: string, ancestors: readonly AstNode[]): boolean {
  return ancestors.some((each) => /Function/.test(each.type) && declares(each, name))
}

function declares(code: AstNode, name: string): boolean {
  const { params, body } = code
  const names = Array.isArray(params) ? params.flatMap(namesIn) : []
  walk(body, ({ type, id }) => {
    if (type === 'VariableDeclarator') names.push(...namesIn(id))
  })
  return names.includes(name)
}
