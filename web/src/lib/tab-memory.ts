/** Whose it is, null for whoever signs in next, and what. */
export type KeptAs = { readonly username: string | null; readonly name: string }

/** All that a tab keeps of people stands under keys that begin so: one sweep finds all of it. */
const PREFIX = 'of '

const PERSON: KeptAs = { username: null, name: 'person' }

/** Files cannot be written down: they live as long as the page of the tab. */
const files = new Map<string, readonly File[]>()

function prefixOf(username: string | null): string {
  return `${PREFIX}${JSON.stringify(username)} `
}

function keyOf({ username, name }: KeptAs): string {
  return prefixOf(username) + name
}

/** Keeps it in this tab until that is closed, through reloads too. A browser that keeps nothing is no failure. */
export function writeInTab(place: KeptAs, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(value))
  } catch (error) {
    console.warn(`The browser did not keep ${place.name}:`, error)
  }
}

/** What is kept there; null where nothing is, or nothing that can be read. */
export function readInTab(place: KeptAs): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps files until the page is loaded anew. */
export function keepFilesInTab(place: KeptAs, kept: readonly File[]): void {
  files.set(keyOf(place), kept)
}

export function readFilesInTab(place: KeptAs): readonly File[] {
  return files.get(keyOf(place)) ?? []
}

/** Forgets what is kept there, its files too. */
export function forgetInTab(place: KeptAs): void {
  const key = keyOf(place)
  sweep((each) => each === key)
}

/** Who works in this tab, or did until their session ended; null where nobody has, or has signed out. */
export function personOfTab(): string | null {
  const person = readInTab(PERSON)
  return typeof person === 'string' ? person : null
}

/**
 * This person works in the tab from now on: nothing of anybody else stays. What waits for whoever signs in is theirs to
 * find, unless it waited for somebody else.
 */
export function giveTabTo(username: string): void {
  const before = personOfTab()
  const staying = [prefixOf(username)]
  if (before === null || before === username) staying.push(prefixOf(null))
  sweep((key) => !staying.some((prefix) => key.startsWith(prefix)))
  writeInTab(PERSON, username)
}

/** Whoever signs out leaves nothing behind, and nothing tells that they were here. */
export function forgetEverybody(): void {
  sweep(() => true)
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
