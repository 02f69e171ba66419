import { expect, test } from 'vitest'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import type { QueueEntry } from '../sender/queue-entry.ts'
import { entryOf } from '../sender/queue-entry.test-data.ts'
import type { QueueView } from '../sender/queue-store.ts'
import {
  absentText,
  detailsText,
  entryText,
  shortEntryText,
  lackingOf,
  lacksAllFiles,
  queueText,
  restText,
  timeLeftText,
} from './queue-texts.ts'

const FIELDS = { ...EMPTY_FIELDS, categoryId: 1, typeId: 1, description: 'Gas plant' }

function viewOf(entries: readonly QueueEntry[], about: Partial<QueueView> = {}): QueueView {
  return {
    entries,
    plan: { batch: 'b', fields: FIELDS, isGoing: true, leftOut: [] },
    sent: new Map(),
    troubles: new Map(),
    absent: new Set(),
    isOffline: false,
    isElsewhere: false,
    isRead: true,
    isKept: true,
    rate: null,
    ...about,
  }
}

const STORED = entryOf({ key: 's', state: { is: 'stored', fileId: 12, file: null } })
const PAUSED = { batch: 'b', fields: FIELDS, isGoing: false, leftOut: [] }

test('a row says how it stands with its file', () => {
  const entry = entryOf()
  const said = (view: Partial<QueueView>, one = entry) => entryText(one, viewOf([one], view), 'none')
  expect(said({}, STORED)).toBe('Stored as file 12')
  expect(said({}, entryOf({ state: { is: 'refused', reason: 'Empty.' } }))).toBe('Empty.')
  const named = entryOf({ state: { is: 'refused', reason: `${entry.name}: the content is not valid.` } })
  expect(said({}, named)).toBe('The content is not valid.')
  expect(said({ absent: new Set(['k1']) })).toBe('Please choose this file again')
  expect(said({})).toBe('Waiting')
  expect(said({ plan: PAUSED })).toBe('Paused')
  expect(said({ sent: new Map([['k1', 420]]) })).toBe('42%')
  expect(said({ sent: new Map([['k1', 1000]]) })).toBe('Being checked and stored')
  expect(said({ troubles: new Map([['k1', 'Go on tomorrow.']]) })).toBe('Go on tomorrow.')
  expect(said({}, entryOf({ state: { is: 'chosen' } }))).toBe('Ready to upload')
  expect(said({}, entryOf({ state: { is: 'chosen' }, facts: { typeId: null, description: '' } }))).toBe(
    'Needs type, description',
  )
})

const lacking = (facts: QueueEntry['facts']) => entryOf({ state: { is: 'chosen' }, facts })

test('R7.131 a row with one line for its state counts several missing details', () => {
  const view = viewOf([])
  expect(shortEntryText(lacking({ typeId: null, description: '' }), view, 'none')).toBe('2 details missing')
  expect(shortEntryText(lacking({ typeId: null }), view, 'none')).toBe('Needs type')
})

test('the bar counts, and says why nothing moves', () => {
  const entries = [STORED, entryOf({ key: 'a' })]
  expect(queueText(viewOf([]))).toBe('')
  expect(queueText(viewOf([entryOf({ state: { is: 'chosen' } })]))).toBe('1 file')
  expect(queueText(viewOf(entries))).toBe('Uploading: 1 of 2 stored.')
  expect(queueText(viewOf(entries, { plan: PAUSED }))).toBe('Paused: 1 stored, 1 not sent.')
  expect(queueText(viewOf(entries, { isOffline: true }))).toBe(
    'No connection: 1 stored, 1 not sent. The upload continues when the connection is back.',
  )
})

test('R5.123 a batch that waits for its files after a reload says so, and not that it uploads', () => {
  const waiting = ['a', 'b'].map((key) => entryOf({ key }))
  const absent = new Set(['a', 'b'])
  expect(queueText(viewOf(waiting, { absent }))).toBe('2 files wait: choose them.')
  expect(queueText(viewOf([STORED, ...waiting], { absent }))).toBe(
    '2 files wait: choose them. 1 stored, 2 not sent.',
  )
  expect(queueText(viewOf(waiting, { absent: new Set(['a']) }))).toBe(
    'Uploading: 0 of 2 stored. 1 file waits: choose it.',
  )
  expect(restText(viewOf(waiting, { absent }))).toBe('2.0 KB')
})

test('bytes and the time that is left follow from the speed of the line', () => {
  const view = viewOf([entryOf({ size: 1024 * 1024 })], { sent: new Map([['k1', 512 * 1024]]) })
  expect(restText(view)).toBe('512 KB of 1.0 MB')
  expect(restText({ ...view, rate: 2048 })).toBe('512 KB of 1.0 MB, about 4 min left')
  expect([30, 240, 7200].map(timeLeftText)).toEqual([
    'less than a minute left',
    'about 4 min left',
    'about 2 h left',
  ])
})

test('a file that lacks something keeps the batch from being sent', () => {
  const lacking = entryOf({ key: 'l', state: { is: 'chosen' }, facts: { categoryId: 2 } })
  expect(lackingOf(viewOf([lacking, STORED, entryOf()]), 'none')).toEqual([lacking])
})

test('files that a reload has lost are asked for', () => {
  expect(absentText(viewOf([entryOf()], { absent: new Set(['k1']) }))).toContain(
    'One file has to be chosen again',
  )
})

test('R7.73 nothing is said to have arrived that may have been discarded', () => {
  const text = absentText(viewOf([entryOf()], { absent: new Set(['k1']) }))
  expect(text).toBe(
    'One file has to be chosen again, because the page was closed. Only what the portal does not have yet is sent.',
  )
})

test('R7.71 a batch asks for its files where none that is to be sent is at hand', () => {
  const waiting = ['a', 'b'].map((key) => entryOf({ key }))
  expect(lacksAllFiles(viewOf([STORED, ...waiting], { absent: new Set(['a', 'b']) }))).toBe(true)
  expect(lacksAllFiles(viewOf(waiting, { absent: new Set(['a']) }))).toBe(false)
  expect(lacksAllFiles(viewOf([STORED]))).toBe(false)
})

test('the heading of the details names their files', () => {
  expect([0, 1, 3].map(detailsText)).toEqual([
    'Details for all files',
    'Details for the selected file',
    'Details for the 3 selected files',
  ])
})
