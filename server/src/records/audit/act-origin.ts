type Signed = { readonly actorKind: string; readonly after: unknown }

/** The run that made a change; null for a change of another kind, and in records of older releases. */
export function runOf({ actorKind, after }: Signed): number | null {
  if (actorKind !== 'run' || typeof after !== 'object' || after === null || !('run' in after)) return null
  return typeof after.run === 'number' ? after.run : null
}

/** The API token of an action; null for an action of another kind. */
export function tokenOf({ actorKind, after }: Signed): { id: number; label: string } | null {
  if (actorKind !== 'token' || typeof after !== 'object' || after === null || !('token' in after)) return null
  const { token } = after
  if (typeof token !== 'object' || token === null || !('id' in token) || !('label' in token)) return null
  const { id, label } = token
  return typeof id === 'number' && typeof label === 'string' ? { id, label } : null
}

/** Adds the run or the API token of an action to its sentence, such as `in run 41` (R27.14). */
export function withOrigin(record: Signed, sentence: string): string {
  const token = tokenOf(record)
  if (token) return `${sentence} with the API token ${token.label}`
  const run = runOf(record)
  return run === null ? sentence : `${sentence} in run ${run}`
}
