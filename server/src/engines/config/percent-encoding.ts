/** What the percent encoding of a part of an address says; null where it says nothing, as `%zz`. */
export function decodePercent(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
