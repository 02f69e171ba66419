/** What this tab keeps until it is closed, through reloads too. A browser that keeps nothing is no failure. */
export function writeInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn(`The browser did not keep ${key}:`, error)
  }
}

/** What stands under this key; null where nothing does, or nothing that can be read. */
export function readInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Forgets all that stands under keys that this is true of. */
export function forgetInTab(isOf: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (isOf(key)) sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
