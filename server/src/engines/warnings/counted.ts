/** A number with its noun, `1 file` or `1,200 files`. A noun with another plural names it. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`
}
