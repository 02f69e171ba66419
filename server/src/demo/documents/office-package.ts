import { strToU8, zipSync, type Zippable } from 'fflate'

/** Zip holds no earlier day, and a fixed one makes the same document from the same text. */
const MADE_ON = '1980-01-01T00:00:00'
const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export type Part = { name: string; contentType: string; xml: string }

/** An Office Open XML package (ECMA-376-2) whose first part is the main one; `extra` are parts without a type of their own. */
export function officePackage(
  parts: readonly [Part, ...Part[]],
  extra: Readonly<Record<string, string>> = {},
): Buffer {
  const files: Zippable = {
    '[Content_Types].xml': strToU8(contentTypes(parts)),
    '_rels/.rels': strToU8(relations([{ type: 'officeDocument', target: parts[0].name }])),
  }
  for (const part of parts) files[part.name] = strToU8(HEADER + part.xml)
  for (const [name, text] of Object.entries(extra)) files[name] = strToU8(text)
  return Buffer.from(zipSync(files, { mtime: MADE_ON }))
}

/** A relations part; ids are rId1, rId2, … in order. */
export function relations(list: readonly { type: string; target: string }[]): string {
  const items = list.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE_RELATIONS}/${type}" Target="${target}"/>`,
  )
  return `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

function contentTypes(parts: readonly Part[]): string {
  const overrides = parts.map(
    ({ name, contentType }) => `<Override PartName="/${name}" ContentType="${contentType}"/>`,
  )
  return (
    `${HEADER}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  )
}
