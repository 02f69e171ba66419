import { Visitor, type Expression, type Program } from 'oxc-parser'
import { nameOf, textOf } from './architecture.texts.ts'

/** The kinds of a `CountyScope`, and a part that only one kind has. */
const KINDS = new Set(['all', 'counties', 'own'])
const PART = 'countyIds'
/** The names of a scope. */
const SCOPES = new Set(['scope', 'seen', 'narrowed'])

/** Whether code looks at the kind of a county scope: it compares, switches, or takes the kind of a scope. */
export function readsScope(program: Program): boolean {
  let isFound = false
  new Visitor({
    BinaryExpression({ operator, left, right }) {
      if (operator === 'in') isFound ||= textOf(left) === PART
      else isFound ||= comparesKind(left, right) || comparesKind(right, left)
    },
    SwitchStatement({ discriminant, cases }) {
      isFound ||= cases.some(({ test }) => test !== null && comparesKind(discriminant, test))
    },
    MemberExpression({ object, property, computed }) {
      const isKind = (computed ? textOf(property) : nameOf(property)) === 'kind'
      isFound ||= isKind && SCOPES.has(lastNameOf(object) ?? '')
    },
  }).visit(program)
  return isFound
}

function comparesKind(one: Node, other: Node): boolean {
  return lastNameOf(one) === 'kind' && KINDS.has(textOf(other) ?? '')
}

/** The name of a variable, or of the property that an expression ends with. */
function lastNameOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return nameOf(node)
  return node.computed ? textOf(node.property) : nameOf(node.property)
}

type Node = Expression | { readonly type: 'PrivateIdentifier' }
