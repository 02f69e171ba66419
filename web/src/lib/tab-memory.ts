/** The name and owner of a stored value; a null username means the next user to sign in. */
export type TabKey = { readonly username: string | null; readonly name: string }

/** The key prefix of all user data that a tab stores, so that one sweep finds everything. */
const PREFIX = 'of '

/**
 * Time of the last sign-out: in local storage for the browser, in session storage the last one this tab knows of.
 * A sweep never removes it.
 */
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

/** Stores a value in this tab until the tab closes, across reloads. A browser without storage is not an error. */
export function writeInTab(place: TabKey, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(value))
  } catch (error) {
    console.warn('Not kept:', place.name, error)
  }
}

/** Returns the stored value; null if it is missing or unreadable. */
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

/** Deletes the stored value and its files. */
export function clearInTab(place: TabKey): void {
  const key = keyOf(place)
  sweep((each) => each === key)
}

/** The tab's current user, or its last one if their session expired; null before a sign-in or after a sign-out. */
export function personOfTab(): string | null {
  const person = readInTab(PERSON)
  return typeof person === 'string' ? person : null
}

/**
 * Assigns the tab to this user and deletes the data of all other users. The user also inherits the data stored for the
 * next sign-in, unless the tab belonged to another user.
 */
export function claimTab(username: string): void {
  const before = personOfTab()
  const staying = [prefixOf(username)]
  if (before === null || before === username) staying.push(prefixOf(null))
  sweep((key) => !staying.some((prefix) => key.startsWith(prefix)))
  writeInTab(PERSON, username)
}

/** Deletes all user data of the tab after a sign-out, including the username. */
export function clearTab(): void {
  sweep(() => true)
}

/**
 * Clears the tab if there was a sign-out that this tab does not know of yet, for example because it was inactive.
 * `signOut` is the time of a sign-out that happens now.
 */
export function clearSignedOut(signOut?: Date): void {
  try {
    if (signOut) localStorage.setItem(SIGNED_OUT_AT, signOut.toJSON())
    const at = localStorage.getItem(SIGNED_OUT_AT)
    if (!at || at === sessionStorage.getItem(SIGNED_OUT_AT)) return
    clearTab()
    sessionStorage.setItem(SIGNED_OUT_AT, at)
  } catch {
    // A browser without storage has no data to delete.
  }
}

function sweep(isToGo: (key: string) => boolean): void {
  for (const key of files.keys()) if (isToGo(key)) files.delete(key)
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && isToGo(key)) sessionStorage.removeItem(key)
  } catch {
    // A browser without storage has no data to delete.
  }
}
