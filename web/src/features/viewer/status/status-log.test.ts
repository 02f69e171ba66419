import { CHANGED_MEANWHILE, FILE_NOT_FOUND, IN_THE_BIN } from '@portal/contract/files/document-errors.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { afterChange, afterFailedUndo, afterUndo, EMPTY_LOG, type StatusChange } from './status-log.ts'

const completed: StatusChange = { fileId: 7, former: STATUS.new, before: 'v1', after: 'v2' }
const asked: StatusChange = { fileId: 7, former: STATUS.completed, before: 'v2', after: 'v3' }

function failed(status: number, code?: string) {
  return new CallError({ status, code, message: 'Not saved.', fromServer: true })
}

test('R16.24 a status that stays the same leaves nothing to undo', () => {
  const log = afterChange(
    EMPTY_LOG,
    { ...completed, former: STATUS.completed },
    { statusId: STATUS.completed },
  )
  expect(log).toEqual({ text: 'File 7: Completed.', isFailure: false, changes: [] })
})

test('R16.25 two changes of one file are undone one after the other', () => {
  const both = afterChange(afterChange(EMPTY_LOG, completed, { statusId: STATUS.completed }), asked, {
    statusId: STATUS.needMoreInfo,
  })
  const once = afterUndo(both, asked, 'v4')
  expect(once.text).toBe('File 7: Completed again.')
  expect(once.changes).toEqual([{ ...completed, after: 'v4' }])
})

test('R16.25 a change of another version of the file keeps its own version', () => {
  const linkedBetween = { ...asked, before: 'v9' }
  const log = afterUndo({ ...EMPTY_LOG, changes: [completed, linkedBetween] }, linkedBetween, 'v4')
  expect(log.changes).toEqual([completed])
  const other = { ...completed, fileId: 8 }
  expect(afterUndo({ ...EMPTY_LOG, changes: [other, asked] }, asked, 'v4').changes).toEqual([other])
})

test('R16.25 a changed file is not undone, and after another failure the person can try again', () => {
  const log = afterChange(EMPTY_LOG, completed, { statusId: STATUS.completed })
  for (const { status, code } of [CHANGED_MEANWHILE, IN_THE_BIN, FILE_NOT_FOUND]) {
    expect(afterFailedUndo(log, completed, failed(status, code))).toEqual({
      text: 'File 7 has changed since, so its status was not undone.',
      isFailure: true,
      changes: [],
    })
  }
  expect(afterFailedUndo(log, completed, failed(503))).toEqual({
    text: 'File 7: Not saved.',
    isFailure: true,
    changes: [completed],
  })
})
