import { expect, test } from 'vitest'
import {
  extentText,
  filedIds,
  filedText,
  filesText,
  isPartlyRefused,
  notAcceptedText,
  partlyFiledText,
  proposedDescription,
  replyWarning,
  verdictText,
  verifiedText,
} from './mailbox-texts.ts'

const file = { place: 0, name: 'a.txt', bytes: 1, fileID: null, reason: null } as const
const open = { ...file, state: 'open' } as const
const stored = { ...file, state: 'accepted', fileID: 12 } as const
const refused = { ...file, state: 'refused', reason: 'a.txt: this type of file is not accepted.' } as const

test('a file shows its outcome, without its own name', () => {
  expect(verdictText(stored, { state: 'accepted' })).toBe('Filed as 12')
  expect(verdictText(refused, { state: 'waiting' })).toBe('Not accepted: this type of file is not accepted.')
  expect(verdictText({ ...open, name: 'a.PDF' }, { state: 'waiting' })).toBeNull()
  expect(verdictText(open, { state: 'refused' })).toBe('Not filed')
})

test('R11.48 a file that its name rules out says so before the decision', () => {
  expect(verdictText(open, { state: 'waiting' })).toMatch(
    /^Not accepted: this type of file is not accepted\. Accepted types: /u,
  )
})

test('R11.48 the warning after filing counts what was filed and what was not', () => {
  const files = [stored, { ...stored, fileID: 13 }, refused]
  expect(isPartlyRefused({ files })).toBe(true)
  expect(isPartlyRefused({ files: [stored] })).toBe(false)
  expect(filedIds({ files: [stored, ...files] })).toEqual([12, 13])
  expect(partlyFiledText({ files, subject: 'North yard' })).toBe('2 documents of “North yard” filed:')
  expect(notAcceptedText({ files })).toBe('1 file was not accepted:')
})

test('R7.46 files and filings are counted, and messages as the list shows them', () => {
  const page = { waiting: 8, listed: 3, isWhole: true }
  expect(extentText('waiting', { ...page, waiting: 1 })).toBe('1 e-mail to review')
  expect(extentText('waiting', { ...page, waiting: 1200 })).toBe('1,200 e-mails to review')
  expect(extentText('accepted', page)).toBe('3 e-mails')
  expect(extentText('refused', { ...page, listed: 1 })).toBe('1 e-mail')
  expect(extentText('accepted', { ...page, listed: 50, isWhole: false })).toBe('50 e-mails on this page')
  expect(filesText({ state: 'waiting', files: [] })).toBe('None')
  expect(filesText({ state: 'waiting', files: [open, refused] })).toBe('2 files')
  expect(filesText({ state: 'accepted', files: [stored, refused] })).toBe('1 of 2 files')
  expect(filedText({ state: 'waiting', files: [refused] })).toBeNull()
  // Two files of the same bytes are one document.
  expect(filedText({ state: 'accepted', files: [stored, stored] })).toBe('1 document was filed.')
})

test('the suggestion is that of the address, or as much of the subject as a description may have', () => {
  const proposal = { countyID: 1, categoryID: null, typeID: null, description: 'By mail' }
  expect(proposedDescription({ proposal, subject: 'Rendition' })).toBe('By mail')
  const words = proposedDescription({ proposal: null, subject: 'word '.repeat(120).trim() })
  expect(words.split(' ')).toHaveLength(100)
})

test('R11.45 of an older message it says that the portal did not record whether its sender is verified', () => {
  expect([true, false, null].map((isVerified) => verifiedText({ isVerified }))).toEqual([
    'Yes',
    'No',
    'Not recorded',
  ])
  expect(replyWarning({ isVerified: null })).toBe(
    'The portal did not record whether the sender’s address is verified; a reply may reach the wrong person.',
  )
})
