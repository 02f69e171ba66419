import { headerText } from './header-text.ts'

/** Fields of a header in their order, unfolded, names in lower case; encoded words are not read. */
export class HeaderFields {
  readonly fields: readonly { readonly name: string; readonly value: string }[]

  constructor(lines: readonly Uint8Array[]) {
    const fields: { name: string; value: string }[] = []
    for (const line of lines) {
      const text = headerText(line)
      const last = fields.at(-1)
      if (/^[ \t]/.test(text) && last) {
        last.value += text
        continue
      }
      const colon = text.indexOf(':')
      // What has no name is no field; files of old mail programs begin with such a line.
      if (colon < 1 || text.startsWith('From ')) continue
      fields.push({ name: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1) })
    }
    this.fields = fields.map(({ name, value }) => ({ name, value: value.trim() }))
  }

  /** Every value of that name. */
  all(name: string): string[] {
    return this.fields.filter((field) => field.name === name).map(({ value }) => value)
  }

  /** The first value of that name; empty where there is none. */
  first(name: string): string {
    return this.all(name)[0] ?? ''
  }
}
