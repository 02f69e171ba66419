/**
 * Normalizes names and search terms for comparison. Ignores case as Unicode defines it (ß is ss, İ is i), the kind of
 * white space between words, and the encoding of accents.
 */
export function searchForm(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('\u0307', '')
    .replaceAll(/[^\S ]\s*| \s+/gu, ' ')
}
