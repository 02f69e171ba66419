import { expect, test } from 'vitest'
import { decodeSheet, parseSheet } from './read-sheet.ts'

test.each([
  ['tabs', 'a.pdf\tRendition\nb.pdf\tAbatement'],
  ['commas', 'a.pdf,Rendition\r\nb.pdf,Abatement\r\n'],
  ['semicolons', 'a.pdf;Rendition\nb.pdf;Abatement'],
])('cells with %s between them', async (_what, text) => {
  expect(await parseSheet(text)).toEqual([
    { line: 1, cells: ['a.pdf', 'Rendition'] },
    { line: 2, cells: ['b.pdf', 'Abatement'] },
  ])
})

test('a cell of several lines is one, and empty lines count in the row numbers', async () => {
  const rows = await parseSheet('a.pdf,"Gas plant,\nunit 1"\n\n b.pdf ,x')
  expect(rows).toEqual([
    { line: 1, cells: ['a.pdf', 'Gas plant,\nunit 1'] },
    { line: 3, cells: ['b.pdf', 'x'] },
  ])
})

test('a cell that only begins with a quotation mark swallows nothing', async () => {
  const rows = await parseSheet('a.pdf\t"Big" plant\nb.pdf\tx')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a.pdf', '"Big" plant'],
    ['b.pdf', 'x'],
  ])
})

test.each([
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xc3, 0xb1]],
  ['UTF-16', [0xff, 0xfe, 0xf1, 0x00]],
  ['UTF-16, the other way round', [0xfe, 0xff, 0x00, 0xf1]],
  ['Western European of Windows', [0xf1]],
])('reads %s', (_what, bytes) => {
  expect(decodeSheet(new Uint8Array(bytes).buffer)).toBe('ñ')
})
