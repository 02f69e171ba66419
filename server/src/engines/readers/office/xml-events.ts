import { SaxesParser } from 'saxes'
import type { ReadOptions } from '../read-options.ts'
import type { ZipParts } from './zip-parts.ts'

/** What happens in an XML file. Names are without prefixes. */
export type XmlHandler = {
  open?(name: string, attribute: (name: string) => string | undefined): void
  text?(text: string): void
  close?(name: string): void
  /** Whether the rest is of no use. */
  isDone?(): boolean
}

/** Elements within each other. A parser remembers all of them. */
const MAX_DEPTH = 1000

/** Reads an XML file of a zip as a stream. It resolves no entities but the five of XML. A damaged file ends early. */
export function readXml(zip: ZipParts, part: string, { isLate }: ReadOptions, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  const decoder = new TextDecoder()
  let isDamaged = false
  let depth = 0
  parser.on('error', () => {
    isDamaged = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    handler.open?.(localName(name), (wanted) => {
      const found = Object.entries(attributes).find(([key]) => localName(key) === wanted)
      return found?.[1]
    })
  })
  parser.on('text', (text) => handler.text?.(text))
  parser.on('cdata', (text) => handler.text?.(text))
  parser.on('closetag', ({ name }) => {
    depth--
    handler.close?.(localName(name))
  })
  zip.read(part, (bytes) => {
    parser.write(decoder.decode(bytes, { stream: true }))
    return !isDamaged && depth < MAX_DEPTH && !isLate() && handler.isDone?.() !== true
  })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
