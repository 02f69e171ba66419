import { describe, expect, it } from 'vitest'
import { createRecordReader, type FileRecord } from './record-reader.ts'

function recordsOf(text: string, delimiter: ',' | '\t' = ','): FileRecord[] {
  const reader = createRecordReader(delimiter)
  return [...reader.push(text), ...reader.end()]
}

/** The same text, one character at a time. */
function recordsInPieces(text: string): FileRecord[] {
  const reader = createRecordReader(',')
  return [...Array.from(text).flatMap((piece) => reader.push(piece)), ...reader.end()]
}

const cellsOf = (records: readonly FileRecord[]) => records.map(({ cells }) => cells)

describe('records of comma- and tab-separated values', () => {
  it('are lines with any line end, including the last one', () => {
    expect(recordsOf('a,b\r\nc,d\n,\ne')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['c', 'd'] },
      { line: 3, cells: ['', ''] },
      { line: 4, cells: ['e'] },
    ])
    expect(recordsOf('')).toEqual([])
    expect(cellsOf(recordsOf('a,b\tc\n', '\t'))).toEqual([['a,b', 'c']])
  })

  it('may have delimiters, quotes and line breaks in quotes, and are numbered like the rows of a spreadsheet', () => {
    const text = 'a,"b,""c""",d\n"e\r\nf",g\n"",h\ni,j\n'
    expect(recordsOf(text)).toEqual([
      { line: 1, cells: ['a', 'b,"c"', 'd'] },
      { line: 2, cells: ['e\r\nf', 'g'] },
      { line: 3, cells: ['', 'h'] },
      { line: 4, cells: ['i', 'j'] },
    ])
  })

  it('keep a quote within a cell, and allow space after a closing one', () => {
    expect(cellsOf(recordsOf('5" PIPE,O"DELL "X"\n"a" ,"b"\r\n'))).toEqual([
      ['5" PIPE', 'O"DELL "X"'],
      ['a', 'b'],
    ])
  })

  it('are the same wherever the text is cut', () => {
    const text = 'a,"b,""c"""\r\n"e\r\nf",g\n"h"" ,i\nj,k\r\n"",""\n"l" x,m\nn,o'
    expect(recordsInPieces(text)).toEqual(recordsOf(text))
  })

  it('with unbalanced quotes cost their own line only', () => {
    const records = recordsOf('a,"b" c,d\ne,f\ng,"h\ni,j\nk,"l')
    expect(records.map(({ line, cells, fault }) => [line, cells, fault?.split(' ')[1]])).toEqual([
      [1, ['a'], 'text'],
      [2, ['e', 'f'], undefined],
      [3, ['g'], 'text'],
      [4, ['i', 'j'], undefined],
      [5, ['k'], 'a'],
    ])
  })

  it('with an unclosed quote do not swallow the rest of a large file', () => {
    const reader = createRecordReader(',')
    const rows = Array.from({ length: 20_000 }, (_, row) => `${row},name of ${row}\n`)
    const records = ['x,"y\n', ...rows].flatMap((text) => reader.push(text))
    expect(records).toHaveLength(20_001)
    expect(records[0]).toMatchObject({ line: 1, fault: 'has a quote that is not closed' })
    expect(records.at(-1)).toEqual({ line: 20_001, cells: ['19999', 'name of 19999'] })
  })

  it('end at a line above the maximum length', () => {
    const reader = createRecordReader(',')
    expect(() => reader.push('x'.repeat(70_000))).toThrow('line 1 is longer than 65536 characters')
  })
})
