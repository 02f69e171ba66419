import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropDraft, saveDraft, saveFiles, readDraft, readFiles } from './stored-drafts.ts'
import { clearTab } from './tab-memory.ts'
import { emptyTab } from './tab-memory.test-data.ts'

const ANN = { username: 'ann@reeves.example', name: 'upload' }
const BOB = { username: 'bob@reeves.example', name: 'upload' }
const isAny = (kept: unknown): kept is unknown => kept !== null
const isText = (kept: unknown): kept is string => typeof kept === 'string'
const LETTER = new File(['Dear'], 'letter.pdf')

beforeEach(() => void vi.stubGlobal('sessionStorage', emptyTab()))
afterEach(() => {
  clearTab()
  vi.unstubAllGlobals()
})

test('a draft is stored by person and subject, next to its files', () => {
  saveDraft({ ...ANN, value: { description: 'Gas plant' } })
  saveDraft({ ...ANN, name: 'edit-7', value: { statusId: 2 } })
  saveFiles({ ...ANN, files: [LETTER] })
  expect(readDraft(ANN, isAny)).toEqual({ description: 'Gas plant' })
  expect(readDraft({ ...ANN, name: 'edit-7' }, isAny)).toEqual({ statusId: 2 })
  expect(readFiles(ANN)).toEqual([LETTER])
  expect(readDraft(BOB, isAny)).toBeNull()
  expect(readFiles(BOB)).toEqual([])
})

test('the last typed one is stored, and a dropped one is gone with its files', () => {
  saveDraft({ ...ANN, value: 'Gas' })
  saveDraft({ ...ANN, value: 'Gas plant' })
  saveDraft({ ...BOB, value: 'Pipeline' })
  saveFiles({ ...ANN, files: [LETTER] })
  expect(readDraft(ANN, isAny)).toBe('Gas plant')
  dropDraft(ANN)
  expect(readDraft(ANN, isAny)).toBeNull()
  expect(readFiles(ANN)).toEqual([])
  expect(readDraft(BOB, isAny)).toBe('Pipeline')
})

test('a draft of another kind, which an older page may have left, is ignored', () => {
  saveDraft({ ...ANN, value: { text: 'Gas' } })
  expect(readDraft(ANN, isText)).toBeNull()
  saveDraft({ ...ANN, value: 'Gas' })
  expect(readDraft(ANN, isText)).toBe('Gas')
})

test('a browser without storage, or with unreadable data, acts as if nothing was typed', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  sessionStorage.setItem(`of "${ANN.username}" draft upload`, '{broken')
  expect(readDraft(ANN, isAny)).toBeNull()
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new Error('The quota is used up.')
    },
    getItem: () => null,
  })
  saveDraft({ ...ANN, value: 'typed' })
  expect(readDraft(ANN, isAny)).toBeNull()
  expect(warned).toHaveBeenCalledTimes(1)
  warned.mockRestore()
})
