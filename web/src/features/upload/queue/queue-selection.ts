import type { QueueEntry } from '../sender/queue-entry.ts'

/** The selected files and the file at the keyboard cursor. */
export type Selection = {
  readonly keys: ReadonlySet<string>
  /** The cursor's index in the list, from 0. */
  readonly at: number
  /** The index at which the range selection started. */
  readonly anchor: number
  /** The selection before the range started; it stays when the range shrinks. */
  readonly before: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = selectionOf([])

/** Selects these files and moves the cursor to the first file. */
export function selectionOf(selected: Iterable<string>): Selection {
  const keys = new Set(selected)
  return { keys, at: 0, anchor: 0, before: keys }
}

type Entries = readonly Pick<QueueEntry, 'key'>[]

/** Selects only the file at this index. */
export function onlySelected(entries: Entries, at: number): Selection {
  const key = entries[at]?.key
  return { ...selectionOf(key === undefined ? [] : [key]), at, anchor: at }
}

/** The index of the next (1) or previous (-1) file to select alone; the cursor's own if none is selected. */
export function neighborOf({ keys, at }: Selection, entries: Entries, by: number): number | undefined {
  const place = keys.size === 0 ? at : at + by
  return entries[place] === undefined ? undefined : place
}

/** Toggles the file at this index. */
export function toggled(selection: Selection, entries: Entries, at: number): Selection {
  const key = entries[at]?.key
  if (key === undefined) return selection
  const keys = new Set(selection.keys)
  if (!keys.delete(key)) keys.add(key)
  return { keys, at, anchor: at, before: keys }
}

/** Selects the range from the anchor to this index, in addition to the earlier selection. */
export function extendSelection(selection: Selection, entries: Entries, at: number): Selection {
  const end = Math.min(Math.max(at, 0), entries.length - 1)
  const [first, last] = [Math.min(selection.anchor, end), Math.max(selection.anchor, end)]
  const range = entries.slice(first, last + 1).map(({ key }) => key)
  return { ...selection, keys: new Set([...selection.before, ...range]), at: end }
}

/** Moves the cursor to this index. */
export function moveCursor(selection: Selection, entries: Entries, at: number): Selection {
  const place = Math.min(Math.max(at, 0), Math.max(entries.length - 1, 0))
  return { ...selection, at: place, anchor: place, before: selection.keys }
}

/** Selects all files, or none if all were selected. */
export function allOrNone(selection: Selection, entries: Entries): Selection {
  const areAll = entries.every(({ key }) => selection.keys.has(key))
  return { ...selectionOf(areAll ? [] : entries.map(({ key }) => key)), at: selection.at }
}

/**
 * Removes deleted files from the selection. If the cursor's file was the last one, the cursor moves to the new last
 * file.
 */
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

/** The index that a key leads to; undefined for other keys. */
export function stepOf(key: string, at: number, count: number): number | undefined {
  return STEPS[key]?.(at, count - 1)
}

/**
 * The first matching index from the cursor on, wrapping at the end. If the cursor's file has the focus (`isInHand`),
 * the search starts after it.
 */
export function nextPlace<E>(
  entries: readonly E[],
  { at, isInHand }: { readonly at: number; readonly isInHand: boolean },
  isWanted: (entry: E) => boolean,
): number | undefined {
  const from = isInHand ? at + 1 : at
  const round = entries.map((_entry, step) => (from + step) % entries.length)
  return round.find((place) => isWanted(entries[place] as E))
}
