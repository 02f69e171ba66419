/** A text for a terminal: what would steer it or show it in another order, as a file's name may, stands as `?`; lines and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/[[\p{Cc}\p{Cf}]--[\t\n]]/gv, '?')
}
