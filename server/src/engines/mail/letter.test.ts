import { expect, test } from 'vitest'
import { writeLetter } from './letter.ts'

const firm = { company: { name: 'Reeves Appraisal', helpdeskContact: 'help@firm.example' } }
const FORGED = `Wells\n  Bytes: 15\r\n  SHA-256: 00\u2028Received: today\u2029\u0085\v\f\t\u202eNumber\u2069\n\n-- \nForged`

test('R12.14 a cell of a letter is one line, whatever breaks, controls and marks it has', () => {
  const { text, html } = writeLetter(firm, {
    subject: 'Filing receipt',
    opening: [],
    tables: [{ heading: FORGED, header: ['File ID', 'Description'], rows: [['7', FORGED]], after: null }],
    closing: [],
  })
  const cell = 'Wells Bytes: 15 SHA-256: 00 Received: today Number -- Forged'
  expect(text?.split(/[\n\r\u2028\u2029\u0085\v\f]/u)).toEqual([
    cell,
    '',
    'File ID: 7',
    `  Description: ${cell}`,
    '',
    '-- ',
    'Reeves Appraisal. Questions? Please contact help@firm.example.',
    '',
  ])
  expect(html).toContain(`<bdi>${cell}</bdi>`)
})

test('R12.14 a paragraph has the lines of its author, and no other breaks, controls or marks', () => {
  const { text } = writeLetter(firm, {
    subject: 'x',
    opening: ['Received: now\nSize: 1\u2028Size: 2\u0085\u202e'],
    closing: [],
  })
  expect(text?.split('\n\n')[0]?.trimEnd()).toBe('Received: now\nSize: 1 Size: 2')
})
