import { describe, expect, test } from 'vitest'
import { attachmentNames, findDocumentByName } from './attachments.usecases.ts'

const documents = (...fileNames: string[]) => fileNames.map((fileName, at) => ({ id: at + 1, fileName }))

describe('the names of a list of documents', () => {
  test.each([
    [
      ['a.pdf', 'b.pdf'],
      ['a.pdf', 'b.pdf'],
    ],
    [
      ['a.pdf', 'a.pdf', 'b.pdf'],
      ['a (1).pdf', 'a (2).pdf', 'b.pdf'],
    ],
    [
      ['a.pdf', 'A.pdf'],
      ['a.pdf', 'A.pdf'],
    ],
    [
      ['a.tar.pdf', 'a.tar.pdf'],
      ['a.tar (1).pdf', 'a.tar (2).pdf'],
    ],
    [
      ['.pdf', '.pdf'],
      ['.pdf (1)', '.pdf (2)'],
    ],
    [
      ['a.pdf', 'a.pdf', 'a (1).pdf'],
      ['a (1).pdf', 'a (2).pdf', 'a (1) (3).pdf'],
    ],
    [
      ['a.pdf', 'a.pdf', 'a (1).pdf', 'a (1) (3).pdf'],
      ['a (1).pdf', 'a (2).pdf', 'a (1) (3).pdf', 'a (1) (3) (4).pdf'],
    ],
    [
      ['a.pdf', 'a (1).pdf', 'a (9).pdf'],
      ['a.pdf', 'a (1) (2).pdf', 'a (9).pdf'],
    ],
  ])('R5.42 of %j are %j', (fileNames, expected) => {
    const names = attachmentNames(documents(...fileNames))
    expect(names).toEqual(expected)
    expect(new Set(names).size).toBe(names.length)
    const found = names.map((name) => findDocumentByName(documents(...fileNames), name)?.id)
    expect(found).toEqual(fileNames.map((_name, at) => at + 1))
  })
})

describe('the document that a name refers to', () => {
  test.each([
    ['a (1).pdf', 1],
    ['a (2).pdf', 2],
    ['a.pdf', undefined],
    ['b.pdf', 3],
    ['b (3).pdf', 3],
    ['b (1).pdf', undefined],
    ['c.pdf', undefined],
    ['', undefined],
  ])('%j is %j', (name, id) => {
    expect(findDocumentByName(documents('a.pdf', 'a.pdf', 'b.pdf'), name)?.id).toBe(id)
  })

  test('stays the same by its id when the others with its name are gone', () => {
    expect(findDocumentByName(documents('a.pdf', 'a (1).pdf'), 'a (1).pdf')?.id).toBe(1)
  })
})
