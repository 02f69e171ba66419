import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { listUploads, Upload, uploadFile } from '@portal/contract/files/files.ts'
import { describe, expect, test } from 'vitest'
import { UnreadableAnswer } from '../../lib/wire.ts'
import { readDeletion, readStored, readUploads } from '../../lib/files.wire.ts'
import { deletionProblem } from './use-delete.ts'

const ROW: Upload = {
  FileID: 7,
  FileName: 'plant.pdf',
  UploadDate: '2026-03-05T14:07:09.000Z',
  UploadedBy: 'clerk@reeves.example',
  AttachmentCategoryID: 1,
  CategoryID: 1,
  AttachmentTypeID: 4,
  TypeID: 4,
  Description: 'Gas plant',
  CountyID: 3,
  County: 'Reeves',
  CountyName: 'Reeves',
  Status: 'New',
  StatusID: 1,
}

function page(answer: unknown) {
  return readUploads(answer as ResultOf<typeof listUploads>)
}

function rowOf(told: object) {
  return page({ files: [told], totalPages: 1 }).files[0]
}

describe('a page of the list', () => {
  test("the portal's own response is read as it is", () => {
    expect(page({ files: [ROW], totalPages: 3, total: 120 })).toEqual({
      files: [ROW],
      totalPages: 3,
      total: 120,
      hasMore: false,
      search: null,
    })
  })

  test("the specification's response has no total", () => {
    expect(page({ files: [], totalPages: 3 })).toEqual({
      files: [],
      totalPages: 3,
      total: null,
      hasMore: false,
      search: null,
    })
  })

  test.each([
    [{ CategoryID: 1, TypeID: 4, County: 'Reeves' }],
    [{ AttachmentCategoryID: 1, AttachmentTypeID: 4, CountyName: 'Reeves' }],
  ])('a row in one spelling, %j, has both', (spelling) => {
    const { FileID, FileName, UploadDate, UploadedBy, Description, Status, StatusID } = ROW
    const row = { FileID, FileName, UploadDate, UploadedBy, Description, Status, StatusID, ...spelling }
    expect(rowOf(row)).toEqual({ ...ROW, CountyID: null })
  })

  test('a missing or null field of a row is empty', () => {
    const empty = { FileID: 7, FileName: '', UploadDate: '', UploadedBy: '', Description: '', Status: '' }
    expect(rowOf({ FileID: 7 })).toMatchObject(empty)
    expect(rowOf({ FileID: 7, Description: null, UploadedBy: null, County: null })).toMatchObject({
      ...empty,
      County: null,
      CountyName: null,
    })
  })

  test.each([null, {}, [], 'done', { files: [null] }])('%j cannot be read', (answer) => {
    expect(() => page(answer)).toThrow(UnreadableAnswer)
  })
})

function stored(answer: unknown) {
  return readStored(answer as ResultOf<typeof uploadFile>)
}

test('an upload is stored with its record, or without one', () => {
  expect(stored({ success: true, message: 'Stored.', file: ROW })).toEqual(ROW)
  expect(stored({ success: true })).toBeNull()
  expect(stored(null)).toBeNull()
})

describe('a deletion with status 200', () => {
  test('and the success flag succeeded', () => {
    expect(deletionProblem(readDeletion({ success: true }))).toBe(null)
  })

  test('R7.12 without the flag failed, with the reason if the response has one', () => {
    expect(deletionProblem(readDeletion({ success: false, error: 'A hold is on this file.' }))).toBe(
      'A hold is on this file.',
    )
    expect(deletionProblem(readDeletion({ error: 'A hold is on this file.' }))).toBe(
      'A hold is on this file.',
    )
    for (const answer of [{}, { success: false }, { error: ' ' }, { error: 7 }, null, 'done', []]) {
      expect(deletionProblem(readDeletion(answer))).toBe('Unexpected error occurred.')
    }
  })
})
