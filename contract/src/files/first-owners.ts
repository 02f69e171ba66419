import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { fileIds, IDS_INVALID } from './file-ids.ts'

// The column Owner of the documents list.

const firstOwner = z.object({
  FileID: id,
  /** The first of the linked owners by name, by which the list sorts. */
  OwnerName: z.string(),
  OwnerNbr: id,
  /** How many owners the document has. */
  OwnerCount: z.int(),
})
export type FirstOwner = z.output<typeof firstOwner>

export const listFirstOwners = endpoint({
  summary:
    'Of these documents, as far as the caller may see them, the first linked owner by name and the number of owners. A document without an owner is left out.',
  method: 'GET',
  path: '/files/owners',
  access: 'session',
  query: z.object({ ids: fileIds }),
  result: z.object({ files: z.array(firstOwner) }),
  errors: [IDS_INVALID],
})
