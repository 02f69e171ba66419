const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Returns the words that a spelling with digits and marks for letters may mean: 'p@ssw0rd', 'we1come'. */
export function leetspeakReadings(spelling: string): string[] {
  const read = spelling.replaceAll(/[03457@$!]/g, (character) => LETTERS[character] ?? character)
  return [...new Set([read, read.replaceAll('1', 'i'), read.replaceAll('1', 'l')])]
}
