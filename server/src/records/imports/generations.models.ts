import type { ImportRunRow } from './import-runs.repository.ts'

/**
 * The status of an import that changed something: whether its change is in effect, and which import can be undone next.
 */
export type ImportStatus = {
  readonly isInEffect: boolean
  /** The import that must be undone before this one; null if there is none, or this one's change is already undone. */
  readonly blockedBy: number | null
}

type Generation = Pick<ImportRunRow, 'id' | 'undoes'>

/**
 * The status of the imports of one county and year, by id, from all of them in the order in which they wrote. An undo
 * reverts an import, and undoing the undo restores it. An import can be undone only while no other is on top of it.
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
