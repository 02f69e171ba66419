/** What it is and whose; null for whoever signs in next. */
export type TabKey = { readonly username: string | null; readonly name: string }

/** Everything a tab keeps about people is under keys with this prefix: one sweep finds all of it. */
const PREFIX = 'of '

/** In the browser the last sign-out, in a tab the last that it has heard of; no sweep takes it. */
const SIGNED_OUT_AT = 'signed out'

const PERSON: TabKey = { username: null, name: 'person' }

/** Files cannot be stored: they live as long as the page in the tab. */
const files = new Map<string, readonly File[]>()

function prefixOf(username: string | null): string {
  return `${PREFIX}${JSON.stringify(username)} `
}

function keyOf({ username, name }: TabKey): string {
  return prefixOf(username) + name
}

/** Keeps it in this tab until that is closed, across reloads too. A browser that keeps nothing is not an error. */
export function writeInTab(place: TabKey, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(value))
  } catch (error) {
    console.warn('Not kept:', place.name, error)
  }
}

/** What is kept there; null where there is nothing readable. */
export function readInTab(place: TabKey): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps files until the page is reloaded. */
export function saveFilesInTab(place: TabKey, kept: readonly File[]): void {
  files.set(keyOf(place), kept)
}

export function readFilesInTab(place: TabKey): readonly File[] {
  return files.get(keyOf(place)) ?? []
}

/** Forgets what is kept there, including files. */
export function clearInTab(place: TabKey): void {
  const key = keyOf(place)
  sweep((each) => each === key)
}

/** Who works in this tab, or did until their session ended; null where nobody has, or has signed out. */
export function personOfTab(): string | null {
  const person = readInTab(PERSON)
  return typeof person === 'string' ? person : null
}

/**
 * This person works in the tab from now on: nothing of anybody else stays. What waits for whoever signs in next is
 * theirs, unless it waited for somebody else.
 */
export function claimTab(username: string): void {
  const before = personOfTab()
  const staying = [prefixOf(username)]
  if (before === null || before === username) staying.push(prefixOf(null))
  sweep((key) => !staying.some((prefix) => key.startsWith(prefix)))
  writeInTab(PERSON, username)
}

/** After signing out nothing is left behind, not even that they were here. */
export function clearTab(): void {
  sweep(() => true)
}

/**
 * Forgets everybody where somebody has signed out since this tab heard of it last: it may have been away then. `signOut` is
 * one of this moment.
 */
export function clearSignedOut(signOut?: Date): void {
  try {
    if (signOut) localStorage.setItem(SIGNED_OUT_AT, signOut.toJSON())
    const at = localStorage.getItem(SIGNED_OUT_AT)
    if (!at || at === sessionStorage.getItem(SIGNED_OUT_AT)) return
    clearTab()
    sessionStorage.setItem(SIGNED_OUT_AT, at)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function sweep(isToGo: (key: string) => boolean): void {
  for (const key of files.keys()) if (isToGo(key)) files.delete(key)
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && isToGo(key)) sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
