type Signed = { readonly actorKind: string; readonly after: unknown }

/** The run that made a change; null for a change of another kind, and in records of older releases. */
export function runOf({ actorKind, after }: Signed): number | null {
  if (actorKind !== 'run' || typeof after !== 'object' || after === null || !('run' in after)) return null
  return typeof after.run === 'number' ? after.run : null
}
