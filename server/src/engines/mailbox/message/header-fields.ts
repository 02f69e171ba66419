import { headerText } from './header-text.ts'

/** A field name of RFC 5322, up to the colon: visible characters without spaces. */
const NAME = /^[!-9;-~]+$/

type Field = {
  /** In lower case; empty for a line that is not a field, such as one without a colon. */
  readonly name: string
  /** The original text in the place of the name. */
  readonly writtenName: string
  readonly value: string
}

/**
 * Fields of a header in their order, unfolded; encoded words are not decoded. An invalid line becomes a field without a
 * name, so that its continuation lines do not join another field.
 */
export class HeaderFields {
  readonly fields: readonly Field[]

  constructor(lines: readonly Uint8Array[]) {
    const fields: { -readonly [Fact in keyof Field]: Field[Fact] }[] = []
    for (const line of lines) {
      const text = headerText(line)
      const last = fields.at(-1)
      if (/^[ \t]/.test(text) && last) {
        last.value += text
        continue
      }
      const colon = text.indexOf(':')
      const writtenName = text.slice(0, Math.max(colon, 0))
      const name = NAME.test(writtenName) ? writtenName.toLowerCase() : ''
      fields.push({ name, writtenName, value: text.slice(colon + 1) })
    }
    this.fields = fields.map(({ value, ...field }) => ({ ...field, value: value.trim() }))
  }

  /** Every value of that name. */
  all(name: string): string[] {
    return this.fields.filter((field) => field.name === name).map(({ value }) => value)
  }

  /** The first value of that name; empty without one. */
  first(name: string): string {
    return this.all(name)[0] ?? ''
  }

  /** Whether a line that is not a field would be one of that name to a lenient reader that ignores other characters. */
  hasAlmost(name: string): boolean {
    return this.fields.some(
      (field) => field.name === '' && field.writtenName.replaceAll(/[^!-~]/gu, '').toLowerCase() === name,
    )
  }
}
