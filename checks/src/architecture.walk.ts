/** A node of a syntax tree with unchecked fields. */
export type AstNode = { readonly type: string; readonly [field: string]: unknown }

type See = (node: AstNode, ancestors: readonly AstNode[]) => void

/** Visits a node and every node below it, each with its ancestors from the outermost in. */
export function walk(node: unknown, see: See, ancestors: readonly AstNode[] = []): void {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, see, ancestors)
    return
  }
  if (!isNode(node)) return
  see(node, ancestors)
  const around = [...ancestors, node]
  for (const field of Object.values(node)) {
    if (typeof field === 'object' && field !== null) walk(field, see, around)
  }
}

export function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The last name of a call's target: `listen` of `server.listen(0)`; empty if it has none. */
export function namedCallee({ callee }: AstNode): string {
  if (!isNode(callee)) return ''
  const last = callee.type === 'MemberExpression' ? callee['property'] : callee
  return isNode(last) && typeof last['name'] === 'string' ? last['name'] : ''
}
