import { describe, expect, test } from 'vitest'
import { fileProblem, kindOfPreview, selectFiles, TOO_MANY_FILES, type ChosenFile } from './file-checks.ts'

function file(name: string, size = 10, lastModified = 1): ChosenFile {
  return { name, size, lastModified }
}

describe('a chosen file', () => {
  test.each([
    'a.pdf',
    'b.PNG',
    'c.jpg',
    'd.jpeg',
    'e.tif',
    'f.tiff',
    'g.doc',
    'h.docx',
    'i.xls',
    'j.xlsx',
    'k.eml',
  ])('S9.3 %s is accepted', (name) => expect(fileProblem(file(name))).toBeNull())

  test.each(['a.exe', 'pdf', 'a.pdf.zip', 'a.', ''])('%j is refused with the accepted types', (name) => {
    expect(fileProblem(file(name))).toBe(
      `${name}: this type of file is not accepted. Accepted types: pdf, png, jpg, jpeg, tif, tiff, doc, docx, xls, xlsx, eml.`,
    )
  })

  test('S9.2 50 MB are accepted, one byte more is refused in the words of the specification', () => {
    expect(fileProblem(file('roll.pdf', 52_428_800))).toBeNull()
    expect(fileProblem(file('roll.pdf', 52_428_801))).toBe(
      'roll.pdf exceeds the limit.Please upload a file less than 50MB',
    )
  })

  test('R5.83 the limit is the firm’s setting, and the sentence names it', () => {
    expect(fileProblem(file('roll.pdf', 52_428_801), 209_715_200)).toBeNull()
    expect(fileProblem(file('roll.pdf', 209_715_201), 209_715_200)).toBe(
      'roll.pdf exceeds the limit.Please upload a file less than 200MB',
    )
  })

  test('an empty file is refused', () => {
    expect(fileProblem(file('roll.pdf', 0))).toBe('roll.pdf is empty.')
  })
})

describe('checking the chosen files', () => {
  test('good ones are added, bad ones refused one by one', () => {
    const sorted = selectFiles([file('a.pdf'), file('b.exe'), file('c.pdf', 0)], [])
    expect(sorted.kept.map(({ name }) => name)).toEqual(['a.pdf'])
    expect(sorted.problems).toHaveLength(2)
  })

  test('the same file is added once, whether it is in the list or chosen twice', () => {
    const sorted = selectFiles([file('a.pdf'), file('b.pdf'), file('b.pdf')], [file('a.pdf')])
    expect(sorted.kept.map(({ name }) => name)).toEqual(['b.pdf'])
    expect(sorted.repeated).toEqual(['a.pdf', 'b.pdf'])
  })

  test('a file of the same name with another size, time or folder is another file', () => {
    const duplicates = [
      { ...file('a.pdf'), path: '/2025/a.pdf' },
      { ...file('a.pdf'), path: '/2026/a.pdf' },
    ]
    expect(
      selectFiles([file('a.pdf', 11), file('a.pdf', 10, 2), ...duplicates], [file('a.pdf')]).kept,
    ).toHaveLength(4)
  })

  test('picked or dropped alone, a file is the same', () => {
    expect(selectFiles([{ ...file('a.pdf'), path: './a.pdf' }], [file('a.pdf')]).repeated).toEqual(['a.pdf'])
  })

  test('two thousand files are accepted, a larger choice is refused as a whole', () => {
    const all = Array.from({ length: 2000 }, (_, index) => file(`${index}.pdf`))
    expect(selectFiles(all, []).kept).toHaveLength(2000)
    const sorted = selectFiles([file('one.pdf'), file('more.pdf')], all.slice(1))
    expect(sorted.kept).toEqual([])
    expect(sorted.problems).toEqual([TOO_MANY_FILES])
    expect(TOO_MANY_FILES).toBe('Please choose at most 2000 files.')
  })
})

const kindOf = (name: string, size = 1000) => kindOfPreview({ name, size })

test('R3.34 the browser shows pictures and e-mails itself, and no other file', () => {
  expect(['a.png', 'a.JPG', 'a.b.jpeg'].map((name) => kindOf(name))).toEqual(Array(3).fill('picture'))
  expect(kindOf('letter.eml')).toBe('text')
  expect(['a.pdf', 'a.tif', 'a.docx'].map((name) => kindOf(name))).toEqual(['none', 'none', 'none'])
  expect(kindOf('large.png', 30 * 1024 * 1024)).toBe('none')
})
