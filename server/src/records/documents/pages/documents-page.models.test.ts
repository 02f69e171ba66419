import { expect, test } from 'vitest'
import type { Names } from '../../reference/dictionaries.ts'
import { toUpload, totalPages, type ListedDocument } from './documents-page.models.ts'

const names: Names = {
  categoryName: () => '',
  typeName: () => '',
  categoryOfType: () => null,
  isIndustrialRendition: () => false,
  relationTypeName: () => null,
  statusText: (id) => (id === 4 ? 'Needs More Info' : ''),
  hasStatus: (id) => id === 4,
  countyName: (id) => (id === 7 ? 'Nueces' : null),
  hasCounty: (id) => id === 7,
}

const row: ListedDocument = {
  id: 12,
  file_name: 'rendition.pdf',
  uploaded_at: '2026-04-15T23:59:00.000Z',
  uploaded_by_email: 'clerk@nueces.example',
  category_id: 1,
  type_id: 2,
  status_id: 4,
  county_id: 7,
  description: 'Extension until May',
}

test('S3.1 a row of the list has both spellings of the specification', () => {
  expect(toUpload(row, names)).toEqual({
    FileID: 12,
    FileName: 'rendition.pdf',
    UploadDate: '2026-04-15T23:59:00.000Z',
    UploadedBy: 'clerk@nueces.example',
    AttachmentCategoryID: 1,
    CategoryID: 1,
    AttachmentTypeID: 2,
    TypeID: 2,
    Description: 'Extension until May',
    CountyID: 7,
    County: 'Nueces',
    CountyName: 'Nueces',
    Status: 'Needs More Info',
    StatusID: 4,
  })
})

test('a document without county has none in either spelling', () => {
  expect(toUpload({ ...row, county_id: null }, names)).toMatchObject({
    CountyID: null,
    County: null,
    CountyName: null,
  })
})

test.each([
  [0, 0],
  [1, 1],
  [50, 1],
  [51, 2],
])('S9.1 %i documents are %i pages of 50', (total, pages) => {
  expect(totalPages(total, 50)).toBe(pages)
})
