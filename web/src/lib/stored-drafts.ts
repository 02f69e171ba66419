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
 * Keeps what somebody has typed but not sent, in this tab, across a reload and the end of their session. The screen
 * keeps it while they type, because a session may end without notice, and drops it once it is sent or given up.
 */
export function saveDraft({ value, ...draft }: DraftKey & { readonly value: unknown }): void {
  writeInTab(placeOf(draft), value)
}

/**
 * What this person left there; null where there is nothing, or not such a draft: the screen may have had other fields
 * then.
 */
export function readDraft<T>(draft: DraftKey, isDraft: (kept: unknown) => kept is T): T | null {
  const kept = readInTab(placeOf(draft))
  return isDraft(kept) ? kept : null
}

/** Keeps the files that somebody has chosen, instead of those kept before. A reload loses them. */
export function saveFiles({ files, ...draft }: DraftKey & { readonly files: readonly File[] }): void {
  saveFilesInTab(placeOf(draft), files)
}

export function readFiles(draft: DraftKey): readonly File[] {
  return readFilesInTab(placeOf(draft))
}

/** Forgets one draft with its files. */
export function dropDraft(draft: DraftKey): void {
  clearInTab(placeOf(draft))
}
