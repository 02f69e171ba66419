import type { Engines } from '../../../engines/engines.ts'
import { hashOfGroup } from './preview-group.ts'
import { findGroupsInUse } from './sweep-previews.repository.ts'
import type { PreviewsState } from './state.ts'

const GROUPS_OF_A_QUERY = 1000

/** Removes what was made of documents and waiting messages that are gone. Each server has a cache of its own. */
export async function sweepPreviews({
  database,
  previewCache,
}: Pick<Engines, 'database'> & Pick<PreviewsState, 'previewCache'>): Promise<void> {
  const groups = await previewCache.groups()
  for (let at = 0; at < groups.length; at += GROUPS_OF_A_QUERY) {
    const asked = groups.slice(at, at + GROUPS_OF_A_QUERY)
    const used = await findGroupsInUse(database.kysely, [...new Set(asked.map(hashOfGroup))])
    for (const group of asked) if (!used.has(group)) await previewCache.removeGroup(group)
  }
}
