import { expect, test } from 'vitest'
import {
  doneText,
  previewLines,
  startText,
  timeLeftText,
  undoableUntil,
  undoneText,
  contentsText,
  leftOutText,
} from './run-texts.ts'

test('R20.12 a preview says how many files change, are already so, and cannot be changed', () => {
  expect(
    previewLines({ changed: 47, unchanged: 3, refused: 2 }, { already: 'Completed', kind: 'status' }),
  ).toEqual({
    changed: '47 files will be changed',
    unchanged: '3 already are Completed',
    refused: '2 cannot be changed',
  })
  expect(previewLines({ changed: 1, unchanged: 1, refused: 1234 }, { already: null, kind: 'bin' })).toEqual({
    changed: '1 file will be moved',
    unchanged: '1 file needs no change',
    refused: '1,234 cannot be moved',
  })
})

test('R20.12 R20.15 the button and the notice say the number', () => {
  expect([startText('status', 1), startText('bin', 1968), startText(null, 2)]).toEqual([
    'Change 1 file',
    'Move 1,968 files',
    'Change 2 files',
  ])
  expect(startText('restore', 2)).toBe('Restore 2 files')
  expect(doneText('restore', { changed: 2, unchanged: 0, refused: 1 })).toBe(
    '2 files restored, 1 could not be restored.',
  )
  expect(doneText('status', { changed: 47, unchanged: 0, refused: 0 })).toBe('47 files changed.')
  expect(doneText('bin', { changed: 1, unchanged: 0, refused: 2 })).toBe(
    '1 file moved to Recycle Bin, 2 could not be moved.',
  )
})

test('R20.15 the notice after an undo says what stays', () => {
  expect(undoneText(7, { changed: 3, refused: 0 })).toBe('Run 7 is undone.')
  expect(undoneText(7, { changed: 44, refused: 3 })).toBe(
    'Run 7 is undone for 44 files. 3 files were changed since and stay as they are.',
  )
  expect(undoneText(7, { changed: 0, refused: 1 })).toBe(
    'Run 7 is not undone: 1 file was changed since and stays as it is.',
  )
})

test.each([
  [null, 'Estimating the time left...'],
  [59, 'Less than a minute left'],
  [60, 'About 1 minute left'],
  [150, 'About 3 minutes left'],
  [3600, 'About 1 hour left'],
  [7300, 'About 2 hours left'],
])('R20.17 %s seconds are said as “%s”', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text)
})

test('R20.19 a run can be undone for 30 days after its end', () => {
  expect(undoableUntil({ endedAt: '2026-11-29T14:00:00.000Z' })).toBe('2026-12-29T14:00:00.000Z')
  expect(undoableUntil({ endedAt: null })).toBeNull()
})

test.each([
  [{ files: 309, bytes: 1_288_490_189 }, '309 files, 1.2 GB'],
  [{ files: 1, bytes: 900 }, '1 file, 900 B'],
  [{ files: 0, bytes: 0 }, 'No file can be downloaded'],
])('R21.15 the dialog says how much the ZIP file has: %#', (contents, text) => {
  expect(contentsText(contents)).toBe(text)
})

test('R21.15 R21.6 the dialog says why files are left out', () => {
  const reason = { code: 'document.in_bin', sentence: 'This file is in the recycle bin.' }
  expect(leftOutText({ ...reason, count: 1 })).toBe('1 file is left out: This file is in the recycle bin.')
  expect(leftOutText({ ...reason, count: 2 })).toBe('2 files are left out: This file is in the recycle bin.')
})
