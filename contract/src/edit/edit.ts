import { z } from 'zod'
import { descriptionErrors, typedDescription } from '../files/description.ts'
import { editErrors, FILE_NOT_FOUND } from '../files/document-errors.ts'
import { MAX_LINKS_BODY_BYTES, namedOwner, ownerToLink } from './edit-links.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, moment } from '../fields.ts'
import {
  ORGANIZATION_OF_OTHER_COUNTY,
  UNKNOWN_ORGANIZATION,
  UNKNOWN_RELATION_TYPE,
} from '../files/link-errors.ts'

export const DESCRIPTION_REQUIRED = defineError({
  code: 'description.required',
  status: 400,
  sentence: 'Description is required.',
})
export const TYPE_OUTSIDE_CATEGORY = defineError({
  code: 'document.type_outside_category',
  status: 400,
  sentence: "This attachment type does not belong to the file's category.",
})
export const UNKNOWN_STATUS = defineError({
  code: 'document.status_unknown',
  status: 400,
  sentence: 'Please choose a status.',
})

export const metadata = z.object({
  FileID: id,
  FileName: z.string(),
  CountyID: id.nullable(),
  CountyName: z.string().nullable(),
  StatusID: id,
  Status: z.string(),
})
export type Metadata = z.output<typeof metadata>

/** Who saved a part of a document last; a part is what one call changes. */
const latestChange = z.object({
  Part: z.enum(['status', 'descriptiontypes', 'rendered']),
  ChangedBy: z.string(),
  ChangedAt: moment,
})
export type LatestChange = z.output<typeof latestChange>

export const getMetadata = endpoint({
  summary:
    'File name, county and status of a document, who saved each part of it last, and the owner that its sender named.',
  method: 'GET',
  path: '/status/uploads/:id/metadata',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  result: metadata.extend({ LatestChanges: z.array(latestChange), NamedOwner: namedOwner.optional() }),
  errors: [FILE_NOT_FOUND],
})

export const descriptionTypes = z.object({
  attachmentCategoryId: id,
  attachmentTypeId: id,
  description: z.string(),
})
export type DescriptionTypes = z.output<typeof descriptionTypes>

export const getDescriptionTypes = endpoint({
  summary: 'Category, type and description of a document.',
  method: 'GET',
  path: '/status/uploads/:id/descriptiontypes',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  result: descriptionTypes,
  errors: [FILE_NOT_FOUND],
})

export const patchDescriptionTypes = endpoint({
  summary: 'Changes description and type.',
  method: 'PATCH',
  path: '/status/uploads/:id/descriptiontypes',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  body: z.object({ description: typedDescription.optional(), attachmentTypeId: id.optional() }),
  result: z.object({ success: z.literal(true), data: descriptionTypes }),
  errors: [DESCRIPTION_REQUIRED, ...descriptionErrors, TYPE_OUTSIDE_CATEGORY, ...editErrors],
  fallback: 'Failed to update description.',
})

export const patchStatus = endpoint({
  summary: 'Sets the status and links owners.',
  method: 'PATCH',
  path: '/status/uploads/:id/status',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  body: z.object({ statusId: id, owners: z.array(ownerToLink).max(500).optional() }),
  maxBodyBytes: MAX_LINKS_BODY_BYTES,
  result: z.object({ success: z.literal(true), message: z.string(), data: metadata }),
  errors: [
    UNKNOWN_STATUS,
    UNKNOWN_ORGANIZATION,
    UNKNOWN_RELATION_TYPE,
    ORGANIZATION_OF_OTHER_COUNTY,
    ...editErrors,
  ],
  fallback: 'Failed to save status',
})
