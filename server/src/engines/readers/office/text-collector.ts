/** Collects text up to a number of characters. */
export class TextCollector {
  #left: number
  readonly #parts: string[] = []

  constructor(maxCharacters: number) {
    this.#left = maxCharacters
  }

  get isFull(): boolean {
    return this.#left <= 0
  }

  add(text: string): void {
    if (this.isFull || text === '') return
    this.#parts.push(text.slice(0, this.#left))
    this.#left -= text.length
  }

  /** The text without blanks at the ends of lines, and with one empty line at most between others. */
  text(): string {
    return clean(this.#parts.join(''))
  }
}

export function clean(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
