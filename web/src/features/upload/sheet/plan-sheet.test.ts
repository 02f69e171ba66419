import { describe, expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import { entryOf } from '../sender/queue-entry.test-data.ts'
import type { QueueEntry } from '../sender/queue-entry.ts'
import type { KnownWords } from './known-words.ts'
import { planSheet } from './plan-sheet.ts'
import { parseSheet } from './read-sheet.ts'

const KNOWN: KnownWords = {
  categories: [
    { ID: 1, Name: 'Industrial' },
    { ID: 2, Name: 'Mineral' },
  ],
  types: [
    { ID: 10, Name: 'Rendition', CategoryID: 1 },
    { ID: 11, Name: 'Extension Request', CategoryID: 1 },
    { ID: 20, Name: 'Rendition', CategoryID: 2 },
    { ID: 21, Name: 'Division Order', CategoryID: 2 },
  ],
  relations: [{ ID: 5, Name: 'Operator' }],
  counties: null,
  ownCounty: { id: 3, name: 'Reeves' },
  ownerRight: 'link' as const,
}

const MESA = { number: 1001, name: 'Mesa Compression LLC', note: '' }

function fileOf(name: string, about: Partial<QueueEntry> = {}): QueueEntry {
  return entryOf({ key: `${about.folder ?? ''}/${name}`, name, state: { is: 'chosen' }, ...about })
}

type About = {
  readonly known?: Partial<KnownWords>
  readonly categoryId?: number
  readonly countyId?: number
}

/** The effect of a spreadsheet on these files. */
async function plan(text: string, entries: readonly QueueEntry[], about: About = {}) {
  const { known, ...fields } = about
  const asked: unknown[] = []
  const made = await planSheet(await parseSheet(text), {
    entries,
    forAll: { ...EMPTY_FIELDS, ...fields },
    known: { ...KNOWN, ...known },
    findParties: (countyId, numbers) => {
      asked.push({ countyId, numbers })
      return Promise.resolve(new Map(numbers.includes(MESA.number) ? [[MESA.number, MESA]] : []))
    },
  })
  const facts = Object.fromEntries(made.filled.map(({ entry, facts }) => [entry.name, facts]))
  const unused = made.unused.map(({ line, why }) => `${line}: ${why}`)
  const unknown = made.unknown.map(({ line, column, word, why }) => `${line} ${column} ${word}: ${why}`)
  return { ...made, facts, unused, unknown, asked }
}

/** The details that one row with a category and a type sets for its file, or why it sets none. */
async function typed(cells: string, categoryId?: number) {
  const { facts, unknown } = await plan(
    `a.pdf\t${cells}`,
    [fileOf('a.pdf')],
    categoryId ? { categoryId } : {},
  )
  return facts['a.pdf'] ?? unknown
}

describe('the rows of a spreadsheet', () => {
  test('without headings have file, category, type, description, county, owner, relation', async () => {
    const text = 'A.PDF\tmineral\tDIVISION  order\tLease 7\tReeves\t1001\toperator'
    const { facts, unknown, asked } = await plan(text, [fileOf('a.pdf')])
    expect(facts).toEqual({
      'a.pdf': {
        categoryId: 2,
        typeId: 21,
        description: 'Lease 7',
        owner: { partyNumber: 1001, name: 'Mesa Compression LLC', countyId: null },
        relationTypeId: 5,
      },
    })
    expect(unknown).toEqual([])
    expect(asked).toEqual([{ countyId: null, numbers: [1001] }])
  })

  test('with headings have any order, and unknown headings are reported', async () => {
    const text = 'Notes,Description,File_Name\nx,Lease 7,a.pdf'
    const { facts, unusedColumns } = await plan(text, [fileOf('a.pdf')])
    expect(facts).toEqual({ 'a.pdf': { description: 'Lease 7' } })
    expect(unusedColumns).toEqual(['Notes'])
  })

  test('have the file in the first column, whatever its heading', async () => {
    const { facts, unusedColumns } = await plan('Scan,Type,Description\na.pdf,Division Order,x', [
      fileOf('a.pdf'),
    ])
    expect(facts).toEqual({ 'a.pdf': { categoryId: 2, typeId: 21, description: 'x' } })
    expect(unusedColumns).toEqual([])
  })

  test('find files by their path, in more folders or in fewer, and report an ambiguous one', async () => {
    const entries = [
      fileOf('a.pdf', { folder: '2026/One' }),
      fileOf('a.pdf', { folder: '2026/Two' }),
      fileOf('b.pdf'),
    ]
    const text = 'C:\\Scans\\2026\\One\\a.pdf\t\t\tx\na.pdf\t\t\ty\nScans/b.pdf\t\t\tz'
    const { filled, unused, without } = await plan(text, entries)
    expect(filled.map(({ entry, facts }) => [entry.key, facts.description])).toEqual([
      ['2026/One/a.pdf', 'x'],
      ['/b.pdf', 'z'],
    ])
    expect(unused).toEqual(['2: 2 files have this name: write its folder too.'])
    expect(without.map(({ key }) => key)).toEqual(['2026/Two/a.pdf'])
  })

  test('R5.90 without a file, or with one that is named or sent already, are reported with their numbers', async () => {
    const sent = fileOf('sent.pdf', { state: { is: 'waiting' } })
    const text = 'File,Description\na.pdf,x\na.pdf,y\nc.pdf,x\nsent.pdf,x\n,x\nb.pdf,'
    const { facts, unused, without } = await plan(text, [fileOf('a.pdf'), fileOf('b.pdf'), sent])
    expect(facts).toEqual({ 'a.pdf': { description: 'x' } })
    expect(unused).toEqual([
      '3: line 2 names this file already.',
      '4: no file of the list has this name.',
      '5: this file has been sent already.',
      '6: names no file.',
      '7: says nothing of its file.',
    ])
    expect(without).toEqual([])
  })

  test('with other content name no file', async () => {
    expect((await plan('OwnerNbr,OwnerName\n1,Mesa', [fileOf('a.pdf')])).isAboutFiles).toBe(false)
  })
})

describe('the values of a row', () => {
  const file = fileOf('a.pdf')

  test('R5.90 are reported if unknown, and the others are used', async () => {
    const text = 'a.pdf\tMinral\tRendition\tx\tLoving\t77\tCousin'
    const { facts, unknown } = await plan(text, [file], { categoryId: 1 })
    expect(facts).toEqual({ 'a.pdf': { description: 'x' } })
    expect(unknown).toEqual([
      '1 category Minral: there is no such category.',
      '1 type Rendition: its category is not known.',
      '1 county Loving: you do not file for this county.',
      '1 relation Cousin: there is no such relation type.',
      '1 owner 77: its county is not known.',
    ])
  })

  test('have a type of the category in the row, of the file’s, or of the only possible one', async () => {
    expect(await typed('Mineral\tRendition', 1)).toEqual({ categoryId: 2, typeId: 20 })
    expect(await typed('\tRendition', 2)).toEqual({ categoryId: 2, typeId: 20 })
    expect(await typed('\tDivision Order', 1)).toEqual({ categoryId: 2, typeId: 21 })
    expect(await typed('Industrial\tDivision Order')).toEqual({ categoryId: 1, typeId: null })
    expect(await typed('\tRendition')).toEqual([
      '1 type Rendition: several categories have it: name the category too.',
    ])
  })

  test('with another category alone clear the type, with the same one they do not', async () => {
    const ofIndustrial = [fileOf('a.pdf', { facts: { categoryId: 1, typeId: 10 } })]
    expect((await plan('a.pdf\tMineral', ofIndustrial)).facts).toEqual({
      'a.pdf': { categoryId: 2, typeId: null },
    })
    expect((await plan('a.pdf\tIndustrial', ofIndustrial)).facts).toEqual({ 'a.pdf': { categoryId: 1 } })
  })

  test('have an owner of the county of the row, and need one', async () => {
    const known = { counties: [{ CountyID: 8, Name: 'Loving' }] }
    const there = await plan('a.pdf\t\t\t\tloving\t1001', [file], { known })
    expect(there.asked).toEqual([{ countyId: 8, numbers: [1001] }])
    expect(there.facts['a.pdf']?.owner).toMatchObject({ partyNumber: 1001, countyId: 8 })
    const nowhere = await plan('a.pdf\t\t\t\t\t1001', [file], { known })
    expect(nowhere.unknown).toEqual(['1 owner 1001: its file has no county yet.'])
    const other = await plan('a.pdf\t\t\t\t\t1002\n', [file], { known, countyId: 8 })
    expect(other.unknown).toEqual(['1 owner 1002: no organization of the county matches this party number.'])
    const words = await plan('a.pdf\t\t\t\t\tMesa\n', [file], { known, countyId: 8 })
    expect(words.unknown).toEqual(['1 owner Mesa: this is no party number.'])
  })

  test('R3.40 lose the relation for a person who may not link, with a message; the owner is for the firm', async () => {
    const text = 'a.pdf\t\t\tx\t\t1001\tOperator'
    const { facts, unknown } = await plan(text, [file], { known: { ownerRight: 'name' } })
    const owner = { partyNumber: 1001, name: 'Mesa Compression LLC', countyId: null, isForFirm: true }
    expect(facts).toEqual({ 'a.pdf': { description: 'x', owner } })
    expect(unknown).toEqual(['1 relation Operator: only who may link owners gives a relation.'])
  })

  test('lose owner and relation for a person whose files have no county', async () => {
    const text = 'a.pdf\t\t\tx\t\t1001\tOperator'
    const { facts, unknown, asked } = await plan(text, [file], { known: { ownerRight: 'none' } })
    expect(facts).toEqual({ 'a.pdf': { description: 'x' } })
    expect(unknown).toHaveLength(2)
    expect(asked).toEqual([])
  })

  test('have a description over the limit uncut', async () => {
    const { facts, unknown } = await plan(`a.pdf\t\t\t${'word '.repeat(101)}`, [file])
    expect(facts).toEqual({})
    expect(unknown).toEqual([expect.stringContaining('Description exceeds 100 word limit.')])
  })
})
