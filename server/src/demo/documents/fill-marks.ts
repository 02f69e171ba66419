type Words = Readonly<Record<string, string | number>>
/** The values of `{{name}}`, and of `{{row.name}}` in each of the rows. */
export type Marks = { words: Words; rows: readonly Words[] }

/**
 * Fills in the marks of a sample. A line with row marks is repeated for each row. `escape` encodes a value for the
 * format.
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
