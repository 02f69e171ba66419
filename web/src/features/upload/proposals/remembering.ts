/** Texts that are remembered; then all are forgotten, lest a day's names stay for ever. */
const MOST_TEXTS = 5000

/** The same function, which remembers what it made of a text. */
export function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const there = known.get(text)
    if (there !== undefined) return there
    const made = read(text)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(text, made)
    return made
  }
}
