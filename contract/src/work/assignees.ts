import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, queryNumber, queryText } from '../fields.ts'
import { fileIds, IDS_INVALID } from '../files/file-ids.ts'
import { FILE_NOT_FOUND, IN_THE_BIN, OPEN_FORBIDDEN } from '../files/document-errors.ts'

// Who works on a document: one person, or nobody.

/** People in one response of the picker. */
export const MAX_ASSIGNABLE = 10

export const ASSIGN_FORBIDDEN = defineError({
  code: 'assignee.not_allowed',
  status: 403,
  sentence: 'Only administrators and firm staff may assign a file to other people.',
})
export const ASSIGNED_TO_OTHER = defineError({
  code: 'assignee.other',
  status: 409,
  sentence: 'This file is assigned to {name}.',
})
export const NOT_ASSIGNED = defineError({
  code: 'assignee.none',
  status: 409,
  sentence: 'This file is no longer assigned to anybody.',
})
export const ASSIGNEE_UNKNOWN = defineError({
  code: 'assignee.unknown',
  status: 400,
  sentence: 'This person may not see this file. Choose somebody else.',
})

export const assignee = z.object({
  ID: id,
  /** The full name if the caller may know it, else the e-mail address. */
  Name: z.string(),
  Email: z.string(),
  IsYou: z.boolean(),
})
export type Assignee = z.output<typeof assignee>

const current = z.object({ assignee: assignee.nullable() })

export const getAssignee = endpoint({
  summary: 'Who works on a document; null for nobody, and for a person who may no longer see it or sign in.',
  method: 'GET',
  path: '/files/uploads/:fileId/assignee',
  access: 'session',
  params: z.object({ fileId }),
  result: current,
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
  fallback: 'The person who works on this file could not be loaded.',
})

/** Who should work on a document: the caller, nobody, or a person by id. */
export const assignTo = z.union([z.literal('me'), z.literal('nobody'), id])
export type AssignTo = z.output<typeof assignTo>

export const setAssignee = endpoint({
  summary:
    'Assigns a document to the caller, to a person by id, or to nobody. Everybody who sees it may take one that nobody has, and give their own back. The rest is for people who may edit it. `from` is the id of the assignee that the caller has seen, null for nobody; another one is refused. The version of the document stays.',
  method: 'PUT',
  path: '/files/uploads/:fileId/assignee',
  access: 'session',
  params: z.object({ fileId }),
  body: z.object({ assignTo, from: id.nullable().optional() }),
  result: current,
  errors: [FILE_NOT_FOUND, IN_THE_BIN, ASSIGN_FORBIDDEN, ASSIGNED_TO_OTHER, NOT_ASSIGNED, ASSIGNEE_UNKNOWN],
  fallback: 'The file could not be assigned.',
})

export const listAssignees = endpoint({
  summary:
    'Of these documents, as far as the caller may see them, who works on each. A document that nobody has is left out.',
  method: 'GET',
  path: '/files/assignees',
  access: 'session',
  query: z.object({ ids: fileIds }),
  result: z.object({ files: z.array(z.object({ FileID: id, Assignee: assignee })) }),
  errors: [IDS_INVALID],
})

export const searchAssignable = endpoint({
  summary: `At most ${MAX_ASSIGNABLE} people who may see a document, or without one people of the caller’s counties and of the firm, by a part of their name or address.`,
  method: 'GET',
  path: '/work/people',
  access: 'documents.edit',
  query: z.object({ term: queryText('term'), fileId: queryNumber('fileId') }),
  result: z.object({ people: z.array(assignee) }),
  errors: [FILE_NOT_FOUND],
  fallback: 'The people could not be loaded.',
})
