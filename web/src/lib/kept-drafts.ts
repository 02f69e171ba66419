import { forgetInTab, readInTab, writeInTab } from './tab-memory.ts'

/** Whose draft, and of what: 'upload', or `edit-${fileId}`. */
type DraftKey = { readonly username: string; readonly name: string }

const PREFIX = 'draft '

/** Files cannot be written down: they live as long as the page of the tab. */
const files = new Map<string, readonly File[]>()

function prefixOf({ username }: Pick<DraftKey, 'username'>): string {
  return `${PREFIX}${JSON.stringify(username)} `
}

function keyOf(draft: DraftKey): string {
  return prefixOf(draft) + draft.name
}

/**
 * Keeps what somebody has typed but not sent, in this tab, through a reload and through the end of their session. The
 * screen keeps it while they type, since it may be gone without a word, and drops it once it is sent or given up.
 */
export function keepDraft({ value, ...draft }: DraftKey & { readonly value: unknown }): void {
  writeInTab(keyOf(draft), value)
}

/**
 * What this person left there; null where there is nothing, or nothing that is such a draft: the screen may have had
 * other fields when it was kept.
 */
export function readDraft<T>(draft: DraftKey, isDraft: (kept: unknown) => kept is T): T | null {
  const kept = readInTab(keyOf(draft))
  return isDraft(kept) ? kept : null
}

/** Keeps the files that somebody has chosen; none takes the place of some. A reload loses them. */
export function keepFiles({ files: chosen, ...draft }: DraftKey & { readonly files: readonly File[] }): void {
  files.set(keyOf(draft), chosen)
}

export function readFiles(draft: DraftKey): readonly File[] {
  return files.get(keyOf(draft)) ?? []
}

/** Forgets one draft, its files too. */
export function dropDraft(draft: DraftKey): void {
  forgetDrafts((key) => key === keyOf(draft))
}

/** Forgets all drafts of this tab: whoever signs out leaves nothing behind. */
export function dropDrafts(): void {
  forgetDrafts((key) => key.startsWith(PREFIX))
}

/** Forgets the drafts of everybody but this person. */
export function dropDraftsOfOthers(username: string): void {
  const own = prefixOf({ username })
  forgetDrafts((key) => key.startsWith(PREFIX) && !key.startsWith(own))
}

function forgetDrafts(isOf: (key: string) => boolean): void {
  forgetInTab(isOf)
  for (const key of files.keys()) if (isOf(key)) files.delete(key)
}
