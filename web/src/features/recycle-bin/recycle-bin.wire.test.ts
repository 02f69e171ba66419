import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { DeletedFile, listDeletedFiles } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { expect, test } from 'vitest'
import { UnreadableAnswer } from '../../lib/wire.ts'
import { readBin } from './recycle-bin.wire.ts'

const ROW: DeletedFile = {
  FileID: 7,
  FileName: 'plant.pdf',
  DeletedAt: '2026-03-10T15:00:00.000Z',
  CategoryName: 'Industrial',
  TypeName: 'Rendition',
  Description: 'Gas plant',
  CountyName: 'Reeves',
  DeletedByUsername: 'clerk@reeves.example',
}

function read(answer: unknown) {
  return readBin(answer as ResultOf<typeof listDeletedFiles>)
}

test("the portal's own response is read as it is", () => {
  expect(read({ files: [ROW], total: 1200 })).toEqual({ files: [ROW], total: 1200 })
})

test("the specification's response has the number of its rows as total, and its rows name no file", () => {
  const { FileName: _fileName, ...told } = ROW
  expect(read({ files: [told, told] })).toEqual({
    files: [
      { ...ROW, FileName: '' },
      { ...ROW, FileName: '' },
    ],
    total: 2,
  })
})

test('a null field of a row is empty', () => {
  const told = { ...ROW, CategoryName: null, TypeName: null, Description: null, CountyName: '' }
  expect(read({ files: [told] }).files).toEqual([
    { ...ROW, CategoryName: '', TypeName: '', Description: '', CountyName: null },
  ])
})

test.each([null, {}, [], 'done', { files: [null] }])('%j cannot be read', (answer) => {
  expect(() => read(answer)).toThrow(UnreadableAnswer)
})
