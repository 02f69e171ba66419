import { RESUMABLE_NOT_FOUND, type ResumableUpload } from '@portal/contract/files/resumable.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import type { QueueEntry } from './queue-entry.ts'
import { entryOf, knownOf, STORED_FILE } from './queue-entry.test-data.ts'
import { sendEntry, type EntrySender } from './send-entry.ts'

function failure(status: number, about: { code?: string; retryAfter?: number; message?: string } = {}) {
  const { message = 'It failed.', ...others } = about
  return new CallError({ status, message, fromServer: message !== 'It failed.', ...others })
}

type Step = number | null | Error

/** A server that responds to each attempt with the next step. `known` is its state when asked. */
function serverOf(steps: readonly Step[], known: readonly (ResumableUpload | null)[] = []) {
  const told = {
    entry: entryOf() as QueueEntry | undefined,
    attempts: [] as string[],
    pauses: [] as number[],
  }
  const answers = known.values()
  const outcomes = steps.values()
  const sender: EntrySender = {
    attempt: (entry) => {
      told.attempts.push(entry.uploadId === null ? 'anew' : 'on')
      const step = outcomes.next().value
      return step instanceof Error ? Promise.reject(step) : Promise.resolve(step ?? null)
    },
    ask: () => {
      told.attempts.push('asked')
      return Promise.resolve(answers.next().value ?? null)
    },
    connection: { hasCut: () => Promise.resolve(false), restored: () => null },
    pause: (milliseconds) => {
      told.pauses.push(milliseconds)
      return Promise.resolve()
    },
    chance: () => 0,
    latest: () => told.entry,
    change: (entry) => void (told.entry = entry),
    onTrouble: () => {},
  }
  const send = (isUnsure = false, signal = new AbortController().signal) =>
    sendEntry({ key: 'k1', isUnsure, signal }, sender)
  return { told, send, sender }
}

test('an uploaded file is stored under the id of the response', async () => {
  const { told, send } = serverOf([7])
  expect(await send()).toBe('settled')
  expect(told.entry?.state).toEqual({ is: 'stored', fileId: 7, file: null })
  expect(told.attempts).toEqual(['anew'])
})

test('after a failure the server is asked for its offset before a byte is sent again, and the upload continues there', async () => {
  const { told, send } = serverOf([failure(0), 7], [knownOf({ received: 600 })])
  await send()
  expect(told.attempts).toEqual(['anew', 'asked', 'on'])
})

test('bytes that arrived without a response are not sent again', async () => {
  const { told, send } = serverOf([failure(502)], [knownOf({ state: 'stored', file: STORED_FILE })])
  expect(await send()).toBe('settled')
  expect(told.attempts).toEqual(['anew', 'asked'])
  expect(told.entry?.state).toMatchObject({ is: 'stored', fileId: 7 })
})

test('an upload that an earlier page began is looked up first', async () => {
  const { told, send } = serverOf([7], [null])
  await send(true)
  expect(told.attempts).toEqual(['asked', 'anew'])
})

test('the pauses grow, and the server may request longer ones', async () => {
  const { told, send } = serverOf([failure(500), failure(500), failure(429, { retryAfter: 9 }), 7])
  await send()
  expect(told.pauses).toEqual([250, 500, 9000])
})

test('a refusal is shown in the words of the server and not retried', async () => {
  const { told, send } = serverOf([failure(415, { message: 'Not a valid .pdf file.' })])
  expect(await send()).toBe('settled')
  expect(told.entry?.state).toEqual({ is: 'refused', reason: 'Not a valid .pdf file.' })
})

test('an ended session ends the transfer, and the file keeps waiting', async () => {
  const { told, send } = serverOf([failure(401)])
  expect(await send()).toBe('signed out')
  expect(told.entry?.state).toEqual({ is: 'waiting' })
})

test('an upload that the server has forgotten starts over under the same key', async () => {
  const { told, send } = serverOf([failure(404, { code: RESUMABLE_NOT_FOUND.code }), 7])
  told.entry = entryOf({ uploadId: knownOf().id })
  await send()
  expect(told.attempts).toEqual(['on', 'asked', 'anew'])
})

test('a file that is removed meanwhile is not sent', async () => {
  const { told, send } = serverOf([7])
  told.entry = undefined
  expect(await send()).toBe('stopped')
  expect(told.attempts).toEqual([])
})

test('a wait for a broken line counts no pauses', async () => {
  const { told, send, sender } = serverOf([failure(0), 7])
  Object.assign(sender.connection, { hasCut: () => Promise.resolve(true) })
  await send()
  expect(told.pauses).toEqual([])
})
