import { expect, test } from 'vitest'
import { typeByName } from './type-by-name.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  Industrial: ['Rendition', 'Extension Request', 'Inventory Report', 'Plant Visit Notes', 'Other'],
  Mineral: ['Rendition', 'Division Order', 'Owner List', 'Production Report', 'Other'],
  'Agent Authorization': ['Appointment of Agent', 'Revocation'],
  Correspondence: ['Letter', 'Other'],
}
const categories = Object.keys(NAMES).map((Name, at) => ({ ID: at + 1, Name }))
const types = categories.flatMap(({ ID, Name }) =>
  (NAMES[Name] ?? []).map((name, at) => ({ ID: ID * 100 + at, Name: name, CategoryID: ID })),
)

function told(name: string, { folder = '', category = '' } = {}): string | null {
  const categoryId = categories.find(({ Name }) => Name === category)?.ID ?? null
  const type = typeByName({ name, folder }, { types, categories }, categoryId)
  const of = categories.find(({ ID }) => ID === type?.CategoryID)
  return type ? `${of?.Name}: ${type.Name}` : null
}

test.each([
  ['div order lease 7.pdf', 'Mineral: Division Order'],
  ['DivisionOrder_2026.pdf', 'Mineral: Division Order'],
  ['Mesa AOA signed.pdf', 'Agent Authorization: Appointment of Agent'],
  ['mesa_EXT_2026.pdf', 'Industrial: Extension Request'],
  ['extension.letter.pdf', 'Correspondence: Letter'],
  ['gas plant visit.docx', 'Industrial: Plant Visit Notes'],
  ['inventory reports.xlsx', 'Industrial: Inventory Report'],
  ['report.pdf', null],
  ['other.pdf', null],
  ['scan0001.pdf', null],
])('%s suggests %s', (name, type) => {
  expect(told(name)).toBe(type)
})

test('a type in several categories is that of the file’s category, or of the one that name or folder suggest', () => {
  expect(told('rend 2026.pdf')).toBeNull()
  expect(told('rend 2026.pdf', { category: 'Mineral' })).toBe('Mineral: Rendition')
  expect(told('mineral rend 2026.pdf')).toBe('Mineral: Rendition')
  expect(told('rend 2026.pdf', { folder: '2026/Minerals' })).toBe('Mineral: Rendition')
})

test('the file’s category goes before a better match in another one', () => {
  expect(told('letter with rendition.pdf', { category: 'Industrial' })).toBe('Industrial: Rendition')
  expect(told('division order.pdf', { category: 'Industrial' })).toBe('Mineral: Division Order')
})
