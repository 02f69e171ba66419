import type { Program } from 'oxc-parser'
import { isNode } from './architecture.walk.ts'

/**
 * Words that no one searches for: participles and pronouns as nouns, and private metaphors. Standard terms are context,
 * warning, duplicate, stored, submitter, activity, lease, permit.
 */
const FORBIDDEN = new Set(
  [
    'told telling tells said heard begun noted asked meant lying kept given settled looked',
    'twin twins bringer bringers brings happening happenings unopenable anew',
    'somebody nobody anybody oneself theirs caretaker patience patiently',
    'standing standings weather mishap shelf shelved witness witnesses',
  ].flatMap((words) => words.split(' ')),
)

/** Whether a name (`readDuplicates`, `KEPT_EDIT`, `kept-edit`) contains a word that a stranger would not search for. */
export function hasForbiddenWord(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_-]+/)
  return words.some((word) => FORBIDDEN.has(word.toLowerCase()))
}

/** The named exports of a module, without the calls of the contract, whose names programs may use. */
export function exportedNames({ body }: Program): readonly string[] {
  return body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') return namesIn(statement.exported)
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration, specifiers } = statement
    if (!declaration) return specifiers.flatMap(({ exported }) => namesIn(exported))
    if (declaration.type !== 'VariableDeclaration') return 'id' in declaration ? namesIn(declaration.id) : []
    return declaration.declarations.flatMap(({ id, init }) => {
      const isCall = init?.type === 'CallExpression' && namesIn(init.callee)[0] === 'endpoint'
      return isCall ? [] : namesIn(id)
    })
  })
}

/** The name, or the names of a pattern such as `{ a, b: [c] }` without its keys. */
export function namesIn(node: unknown): string[] {
  if (!isNode(node)) return []
  if (typeof node['name'] === 'string') return [node['name']]
  const { properties, elements, value, left, argument } = node
  return [properties, elements, value, left, argument].flat().flatMap(namesIn)
}
