import type { ImportRunRow } from './import-runs.repository.ts'

/** Of an import that changed something: whether its change is in effect, and which one may be undone next. */
export type ImportStatus = {
  readonly isInEffect: boolean
  /** The import that is to be undone before this one; null where there is none, or its own change is undone already. */
  readonly blockedBy: number | null
}

type Generation = Pick<ImportRunRow, 'id' | 'undoes'>

/**
 * How the imports of one county and year stand, by id, from all of them in the order in which they wrote. An undo takes the
 * change of an import back, the undo of an undo brings it again; an import may be undone while no other stands on top.
 */
export function importStatuses(generations: readonly Generation[]): Map<number, ImportStatus> {
  const inEffect: number[] = []
  const changeOf = new Map<number, number>()
  for (const { id, undoes } of generations) {
    const change = undoes === null ? id : (changeOf.get(undoes) ?? undoes)
    changeOf.set(id, change)
    const at = inEffect.indexOf(change)
    if (at === -1) inEffect.push(change)
    else inEffect.splice(at, 1)
  }
  const undone = new Set(generations.map(({ undoes }) => undoes))
  const last = generations.at(-1)?.id ?? null
  const standings = generations.map(({ id, undoes }): [number, ImportStatus] => {
    if (undoes !== null) return [id, { isInEffect: !undone.has(id), blockedBy: id === last ? null : last }]
    const isInEffect = inEffect.includes(id)
    const top = inEffect.at(-1) ?? id
    return [id, { isInEffect, blockedBy: isInEffect && top !== id ? top : null }]
  })
  return new Map(standings)
}
