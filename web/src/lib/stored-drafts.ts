import {
  clearInTab,
  saveFilesInTab,
  readFilesInTab,
  readInTab,
  writeInTab,
  type TabKey,
} from './tab-memory.ts'

/** Whose draft, and of what: 'upload', or `edit-${fileId}`. */
type DraftKey = { readonly username: string; readonly name: string }

function placeOf({ username, name }: DraftKey): TabKey {
  return { username, name: `draft ${name}` }
}

/**
 * Stores unsent input in this tab, across reloads and the end of the session. The screen saves it while the user types,
 * because a session may end without notice, and drops it once it is sent or discarded.
 */
export function saveDraft({ value, ...draft }: DraftKey & { readonly value: unknown }): void {
  writeInTab(placeOf(draft), value)
}

/**
 * Returns this user's draft; null if it is missing or does not match: the screen may have had other fields when the
 * draft was saved.
 */
export function readDraft<T>(draft: DraftKey, isDraft: (kept: unknown) => kept is T): T | null {
  const kept = readInTab(placeOf(draft))
  return isDraft(kept) ? kept : null
}

/** Stores the chosen files and replaces those stored before. A reload loses them. */
export function saveFiles({ files, ...draft }: DraftKey & { readonly files: readonly File[] }): void {
  saveFilesInTab(placeOf(draft), files)
}

export function readFiles(draft: DraftKey): readonly File[] {
  return readFilesInTab(placeOf(draft))
}

/** Deletes one draft with its files. */
export function dropDraft(draft: DraftKey): void {
  clearInTab(placeOf(draft))
}
