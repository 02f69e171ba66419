import type { QueueEntry } from '../sender/queue-entry.ts'

/** Which files are selected, and the one that the keyboard stands at. */
export type Selection = {
  readonly keys: ReadonlySet<string>
  /** Place in the list, from 0. */
  readonly at: number
  /** Where a range began. */
  readonly anchor: number
  /** What was selected when the range began: it stays when the range is drawn in again. */
  readonly before: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = selectionOf([])

/** These are selected, and the keyboard stands at the first file. */
export function selectionOf(selected: Iterable<string>): Selection {
  const keys = new Set(selected)
  return { keys, at: 0, anchor: 0, before: keys }
}

type Entries = readonly Pick<QueueEntry, 'key'>[]

/** The file at this place is selected, or no longer. */
export function toggled(selection: Selection, entries: Entries, at: number): Selection {
  const key = entries[at]?.key
  if (key === undefined) return selection
  const keys = new Set(selection.keys)
  if (!keys.delete(key)) keys.add(key)
  return { keys, at, anchor: at, before: keys }
}

/** All from where the range began to this place are selected, and no longer those beyond, beside those that were. */
export function extendSelection(selection: Selection, entries: Entries, at: number): Selection {
  const end = Math.min(Math.max(at, 0), entries.length - 1)
  const [first, last] = [Math.min(selection.anchor, end), Math.max(selection.anchor, end)]
  const range = entries.slice(first, last + 1).map(({ key }) => key)
  return { ...selection, keys: new Set([...selection.before, ...range]), at: end }
}

/** The keyboard stands at this place. */
export function moveCursor(selection: Selection, entries: Entries, at: number): Selection {
  const place = Math.min(Math.max(at, 0), Math.max(entries.length - 1, 0))
  return { ...selection, at: place, anchor: place, before: selection.keys }
}

/** All are selected; none where all were. */
export function allOrNone(selection: Selection, entries: Entries): Selection {
  const areAll = entries.every(({ key }) => selection.keys.has(key))
  return { ...selectionOf(areAll ? [] : entries.map(({ key }) => key)), at: selection.at }
}

/** Without those that are gone; where the last file is gone that the keyboard stood at, it stands at the one before. */
export function pruneSelection(selection: Selection, entries: Entries): Selection {
  const here = new Set(entries.map(({ key }) => key))
  const keys = [...selection.keys].filter((key) => here.has(key))
  const at = Math.min(selection.at, Math.max(entries.length - 1, 0))
  if (keys.length === selection.keys.size && at === selection.at) return selection
  return { ...selectionOf(keys), at }
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 10,
  PageUp: (at) => at - 10,
  Home: () => 0,
  End: (_at, last) => last,
}

/** Where a key leads to in a list; undefined where it leads nowhere. */
export function stepOf(key: string, at: number, count: number): number | undefined {
  return STEPS[key]?.(at, count - 1)
}

/** The first place from this one on whose file is such a one, round the end; the next where this is in hand. */
export function nextPlace<E>(
  entries: readonly E[],
  { at, isInHand }: { readonly at: number; readonly isInHand: boolean },
  isWanted: (entry: E) => boolean,
): number | undefined {
  const from = isInHand ? at + 1 : at
  const round = entries.map((_entry, step) => (from + step) % entries.length)
  return round.find((place) => isWanted(entries[place] as E))
}
