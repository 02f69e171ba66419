/** A text for a terminal: what would steer it, as a file's name may, stands as `?`; lines and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}--[\t\n]]/gv, '?')
}
