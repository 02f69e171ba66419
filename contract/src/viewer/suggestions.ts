import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fileId, id } from '../fields.ts'
import { FILE_NOT_FOUND, INFECTED, OPEN_FORBIDDEN, STILL_BEING_CHECKED } from '../files/document-errors.ts'
import { SEARCHING } from '../search/search-errors.ts'

const suggested = {
  /** As a person knows it: the name of an owner or agent, or category and type. */
  label: z.string(),
  /** The words that it comes from. */
  evidence: z.object({
    /** From 1. */
    page: z.int(),
    text: z.string(),
  }),
}

const suggestion = z.discriminatedUnion('field', [
  z.object({ field: z.literal('owner'), ...suggested, partyNumber: id, relationTypeId: id }),
  z.object({
    field: z.literal('agent'),
    ...suggested,
    agentNumber: id,
    agentName: z.string(),
    legacyCode: z.string(),
    relationTypeId: id,
  }),
  /** Of the document's category, which a document keeps. */
  z.object({ field: z.literal('category-type'), ...suggested, typeId: id }),
])
export type Suggestion = z.output<typeof suggestion>

export const getSuggestions = endpoint({
  summary:
    'Owner, agent and type that the text of a document suggests, each with the words that it comes from. What is linked or set is left out.',
  method: 'GET',
  path: '/files/uploads/:fileId/suggestions',
  access: 'documents.edit',
  params: z.object({ fileId }),
  result: z.object({
    /** False while the text or the owners of the county are being read: a later call may have more. */
    isComplete: z.boolean(),
    suggestions: z.array(suggestion),
  }),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN, STILL_BEING_CHECKED, INFECTED, SEARCHING],
  fallback: 'The suggestions could not be loaded.',
})
