type Words = Readonly<Record<string, string | number>>
/** What stands for `{{name}}`, and for `{{row.name}}` in each of the rows. */
export type Marks = { words: Words; rows: readonly Words[] }

/**
 * Fills in the marks of a sample; a line that has marks of a row is repeated for each row. `escape` writes a word as the
 * format wants it.
 */
export function fillMarks(
  sample: string,
  { words, rows, escape = String }: Marks & { escape?: (word: string) => string },
): string {
  const fill = (line: string, from: Words) =>
    line.replaceAll(/\{\{(?:row\.)?(\w+)\}\}/g, (_, name: string) => escape(String(from[name] ?? '')))
  return sample
    .split('\n')
    .flatMap((line) => (line.includes('{{row.') ? rows.map((row) => fill(line, row)) : fill(line, words)))
    .join('\n')
}
