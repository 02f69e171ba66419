import type { Program } from 'oxc-parser'

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
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (!declared) return []
    if (declared.type !== 'VariableDeclaration') return 'id' in declared ? nameOf(declared.id) : []
    return declared.declarations.flatMap(({ id, init }) => {
      const isCall = init?.type === 'CallExpression' && nameOf(init.callee)[0] === 'endpoint'
      return isCall ? [] : nameOf(id)
    })
  })
}

function nameOf(node: { readonly type: string } | null): string[] {
  return node && 'name' in node && typeof node.name === 'string' ? [node.name] : []
}
