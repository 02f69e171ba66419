import { useState } from 'react'
import type { QueueEntry } from '../sender/queue-entry.ts'
import type { EntryGroup } from './entry-group.ts'

/**
 * `keys` are the files of the group when the person chose it. They stay in the list, because a file that leaves the
 * list while its description is typed would take the field with it.
 */
type Shown = { readonly group: EntryGroup; readonly keys: ReadonlySet<string> }

type Options = {
  readonly entries: readonly QueueEntry[]
  readonly groupOf: (entry: QueueEntry) => EntryGroup | null
}

/** The group of files that the list shows, and the number of files in each. */
export function useQueueFilter({ entries, groupOf }: Options) {
  const [shown, setShown] = useState<Shown | null>(null)
  const groups = new Map(entries.map((entry) => [entry.key, groupOf(entry)]))
  const isIn = (group: EntryGroup, { key }: QueueEntry) => groups.get(key) === group
  const listed = shown
    ? entries.filter((entry) => shown.keys.has(entry.key) || isIn(shown.group, entry))
    : entries
  return {
    /** The shown group; null while the list shows all files. */
    group: shown?.group ?? null,
    listed,
    countOf: (group: EntryGroup) => entries.filter((entry) => isIn(group, entry)).length,
    /** Shows a group again from its current files, or all files. */
    show: (group: EntryGroup | null) =>
      setShown(
        group && {
          group,
          keys: new Set(entries.filter((entry) => isIn(group, entry)).map(({ key }) => key)),
        },
      ),
  }
}
