import type { EditRecord } from './edit-record.ts'
import type { Link } from './links/links.ts'

/** A sample record of the dialog for tests: an Industrial rendition of type 10. */
export const SAMPLE_RECORD: EditRecord = {
  metadata: {
    FileID: 7,
    FileName: 'plant.pdf',
    CountyID: 2,
    CountyName: 'Harris',
    StatusID: 1,
    Status: 'New',
  },
  descriptionTypes: { attachmentCategoryId: 1, attachmentTypeId: 10, description: 'First text' },
  rendered: { rendered: false, renderedDate: null, extended: false },
  links: { owner: { list: [], failure: null }, agent: { list: [], failure: null } },
  namedOwner: null,
  unread: [],
  changes: [],
  etag: '"1"',
}

export const SAMPLE_OWNER: Link = {
  party: { number: 100, name: 'Mesa Oil', note: 'MESA' },
  relation: { ID: 1, Name: 'Owner' },
}
export const SAMPLE_AGENT: Link = {
  party: { number: 4, name: 'Lone Star Tax', note: '00A' },
  relation: { ID: 10, Name: 'Property Tax Consultant' },
}
