import type { Pool } from 'pg'
import { readNameRows, type NameRow } from './names.repository.ts'

/** The names for small ids, held in memory so that lists need no joins. */
export type Names = {
  categoryName(id: number): string
  typeName(id: number): string
  /** Null for an unknown type. */
  categoryOfType(id: number): number | null
  /** Whether documents of the type are rendered, and have rendered facts. */
  isIndustrialRendition(typeId: number): boolean
  relationTypeName(id: number): string | null
  statusText(id: number): string
  hasStatus(id: number): boolean
  countyName(id: number | null): string | null
  hasCounty(id: number): boolean
}

export type Dictionaries = {
  /** The names. Reads them again if they are older than FRESH_FOR_MS or lack one of `countyIds`. */
  names(countyIds?: readonly (number | null)[]): Promise<Names>
  /** Drops the names in memory after this process added or changed one, so that its next list shows the new name. */
  forget(): void
}

/** Another process may rename or add a county. Names may be out of date for this long. */
const FRESH_FOR_MS = 2000

export function createDictionaries(pool: Pick<Pool, 'query'>): Dictionaries {
  let held: { names: Names; readAt: number } | null = null
  let reading: Promise<Names> | null = null

  const readAnew = () => {
    if (reading) return reading
    // Set before the read, because the read may miss a change that happens during it.
    const readAt = performance.now()
    const started = readNames(pool)
      .then((names) => {
        // A read that began before `forget` may have the old names.
        if (reading === started) held = { names, readAt }
        return names
      })
      .finally(() => {
        if (reading === started) reading = null
      })
    reading = started
    return started
  }

  return {
    async names(countyIds = []) {
      const known = (names: Names) => countyIds.every((id) => id === null || names.hasCounty(id))
      if (held && performance.now() - held.readAt <= FRESH_FOR_MS && known(held.names)) return held.names
      const isShared = reading !== null
      const names = await readAnew()
      // A shared read may have started before the county was added.
      return isShared && !known(names) ? readAnew() : names
    },
    forget() {
      held = null
      reading = null
    },
  }
}

async function readNames(pool: Pick<Pool, 'query'>): Promise<Names> {
  const { categories, types, relationTypes, counties, statuses } = await readNameRows(pool)
  const categoryNames = byId(categories)
  const typeNames = byId(types)
  const categoryOfType = new Map(types.map((type) => [type.id, type.category_id]))
  const renditions = new Set(types.filter((type) => type.is_industrial_rendition).map(({ id }) => id))
  const relationNames = byId(relationTypes)
  const countyNames = byId(counties)
  const statusNames = byId(statuses)
  return {
    categoryName: (id) => categoryNames.get(id) ?? '',
    typeName: (id) => typeNames.get(id) ?? '',
    categoryOfType: (id) => categoryOfType.get(id) ?? null,
    isIndustrialRendition: (typeId) => renditions.has(typeId),
    relationTypeName: (id) => relationNames.get(id) ?? null,
    statusText: (id) => statusNames.get(id) ?? '',
    hasStatus: (id) => statusNames.has(id),
    countyName: (id) => (id === null ? null : (countyNames.get(id) ?? null)),
    hasCounty: (id) => countyNames.has(id),
  }
}

function byId(rows: readonly NameRow[]): Map<number, string> {
  return new Map(rows.map((row) => [row.id, row.name]))
}
