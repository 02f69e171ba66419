import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, moment, queryText } from '../fields.ts'
import { MAX_QUERY_CHARACTERS } from './query.ts'
import { SEARCHING } from './search-errors.ts'

/** At most so many of each group. */
export const MAX_IN_GROUP = 5

const foundOwner = z.object({
  PartyNumber: id,
  Name: z.string(),
  /** One of the counties whose rolls have the owner. */
  CountyID: id,
  /** The names of all of them that the caller sees. */
  Counties: z.array(z.string()),
})
const foundAgent = z.object({ AgentNbr: id, AgentName: z.string(), LegacyCode: z.string(), City: z.string() })
const foundReceipt = z.object({ number: z.string(), madeAt: moment, countyName: z.string().nullable() })

const foundFile = z.object({
  FileID: id,
  FileName: z.string(),
  Description: z.string(),
  County: z.string().nullable(),
})

/** The document or receipt whose number was typed. */
const goTo = z.union([
  z.object({ kind: z.literal('file'), FileID: id, FileName: z.string() }),
  z.object({ kind: z.literal('receipt'), number: z.string() }),
])

export type FoundOwner = z.output<typeof foundOwner>
export type FoundFile = z.output<typeof foundFile>
export type FoundAgent = z.output<typeof foundAgent>
export type GoTo = z.output<typeof goTo>

export const searchAll = endpoint({
  summary:
    'What the caller may see that matches a text being typed: the document or receipt of a number, owners, agents, receipts, and the newest documents. The last word may be a beginning.',
  method: 'GET',
  path: '/search',
  access: 'session',
  query: z.object({ q: queryText('q', MAX_QUERY_CHARACTERS) }),
  result: z.object({
    goTo: goTo.nullable(),
    owners: z.array(foundOwner),
    agents: z.array(foundAgent),
    receipts: z.array(foundReceipt),
    files: z.array(foundFile),
  }),
  errors: [SEARCHING],
})
