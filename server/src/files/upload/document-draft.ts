import { descriptionProblem } from '@portal/contract/description.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files.ts'
import { UNKNOWN_COUNTY } from '@portal/contract/lookups.ts'
import type { Person } from '../../auth/person.ts'
import { badRequest, forbidden } from '../../http/errors.ts'
import type { PersonContext } from '../../world.ts'
import type { UploadFields } from './upload-form.ts'

/** What the sender says about a document. */
export type DocumentDraft = {
  categoryId: number
  typeId: number
  countyId: number | null
  description: string
}

const OTHER_COUNTY = 'You may only upload for your own county.'
const LARGEST_ID = 2_147_483_647

/** Reads and checks the fields of an upload. Throws 400, and 403 for another county than one's own. */
export async function readDraft(
  { person, dictionaries }: Pick<PersonContext, 'person' | 'dictionaries'>,
  fields: UploadFields,
): Promise<DocumentDraft> {
  const categoryId = readId(fields, 'attachmentCategoryID')
  const typeId = readId(fields, 'attachmentTypeID')
  if (categoryId === null || typeId === null) throw badRequest(FILL_ALL_FIELDS)
  const countyId = countyOf(person, readId(fields, 'countyId'))
  const names = await dictionaries.names([countyId])
  if (countyId !== null && !names.hasCounty(countyId)) throw badRequest(UNKNOWN_COUNTY)
  const categoryOfType = names.categoryOfType(typeId)
  if (categoryOfType === null) throw badRequest('This attachment type does not exist.')
  if (categoryOfType !== categoryId) throw badRequest('This attachment type does not belong to the category.')
  return { categoryId, typeId, countyId, description: readDescription(fields.description) }
}

/** Null when the field is absent or empty. */
function readId(fields: UploadFields, name: keyof UploadFields): number | null {
  const text = fields[name]?.trim()
  if (!text) return null
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity
  if (id > LARGEST_ID) throw badRequest(`${name} must be a whole number.`)
  return id
}

/** An ordinary user's documents belong to the county of their session, whatever they send. */
function countyOf(person: Person, asked: number | null): number | null {
  if (person.isAdmin) return asked
  if (asked !== null && asked !== person.countyId) throw forbidden(OTHER_COUNTY)
  return person.countyId
}

function readDescription(text = ''): string {
  if (text.includes('\0')) throw badRequest('The description holds a character that is not allowed.')
  const problem = descriptionProblem(text)
  if (problem) throw badRequest(problem)
  return text.trim()
}
