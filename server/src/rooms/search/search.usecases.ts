import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import { isProblem, parseQuery } from '@portal/contract/search/query.ts'
import {
  MAX_IN_GROUP,
  type FoundAgent,
  type FoundFile,
  type FoundOwner,
  type GoTo,
  type searchAll,
} from '@portal/contract/search/search.ts'
import { PortalError } from '../../engines/http/errors.ts'
import type { Counties } from '../../records/parties/organizations.repository.ts'
import { findAgents } from '../../records/parties/agent-search.repository.ts'
import type { PersonContext } from '../../records/context.ts'
import { countyScope, type CountyScope } from '../../records/access/county.policy.ts'
import { findReceipt } from '../../records/receipts/receipts.repository.ts'
import { inSearchTurn } from '../../records/search-index/in-search-turn.ts'
import { SEARCH_MS, SearchTimeout } from '../../records/search-index/search-index.ts'
import { readRowsInOrder } from '../../records/search-index/search-pages.repository.ts'
import * as repository from './search.repository.ts'

type Found = ResultOf<typeof searchAll>

const NOTHING: Found = { goTo: null, owners: [], agents: [], receipts: [], files: [] }
/** A shorter text would match nearly everything. */
const MIN_TEXT = 2
/** So many counties are searched one by one, in the names that suggestions have in memory; more of them together. */
const MAX_COUNTIES = 10
const FILE_NUMBER = /^#?(\d{1,10})$/
const RECEIPT_NUMBER = /^R-\d{4}-\d{4}-\d{4}$/i
/** A text with an operator is about documents only. */
const OPERATOR = /[":*]|(?:^|\s)-/

/** Finds what matches a text that is being typed. A text that is no query finds nothing. */
export async function searchWhileTyping(call: PersonContext, text: string): Promise<Found> {
  const typed = text.trim()
  if (typed.length < MIN_TEXT && !FILE_NUMBER.test(typed)) return NOTHING
  return inSearchTurn(call, async (context) => {
    const files = await findFiles(context, typed)
    if (OPERATOR.test(typed)) return { ...NOTHING, files }
    const receipts = await findReceipts(context, typed)
    const [receipt] = receipts
    return {
      goTo: receipt ? { kind: 'receipt', number: receipt.number } : await findFile(context, typed),
      owners: await findOwners(context, typed),
      agents: await findAgentsByText(context, typed),
      receipts,
      files,
    }
  })
}

/** The newest documents that match; the last word may be a beginning. */
async function findFiles(context: PersonContext, typed: string): Promise<FoundFile[]> {
  const { database, searchIndex, dictionaries, actor } = context
  const query = parseQuery(/[\p{L}\p{N}]{3}$/u.test(typed) && !typed.includes('"') ? `${typed}*` : typed)
  if (isProblem(query)) return []
  const request = {
    scope: countyScope(actor.person),
    query,
    filters: {},
    order: 'list',
    most: MAX_IN_GROUP,
    until: performance.now() + SEARCH_MS,
  } as const
  const ids = await searchIndex.search(database.kysely, request).then(
    (found) => found.ids,
    (error: unknown) => {
      // A word that too many documents have is refused, and a slow search ends; more will be typed.
      if (error instanceof PortalError || error instanceof SearchTimeout) return []
      throw error
    },
  )
  const rows = await readRowsInOrder(database.kysely, ids, request.scope)
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  return rows.map((row) => ({
    FileID: row.id,
    FileName: row.file_name,
    Description: row.description,
    County: names.countyName(row.county_id),
  }))
}

async function findFile({ database, actor }: PersonContext, typed: string): Promise<GoTo | null> {
  const number = Number(FILE_NUMBER.exec(typed)?.[1])
  if (!(number > 0 && number <= MAX_ID)) return null
  const document = await repository.findDocumentOfScope(database.kysely, number, countyScope(actor.person))
  return document ? { kind: 'file', FileID: document.id, FileName: document.file_name } : null
}

async function findReceipts({ database, actor }: PersonContext, typed: string): Promise<Found['receipts']> {
  // The receipts of a person are of all their counties (R27.12).
  if (actor.token?.isOfCounties === true || !RECEIPT_NUMBER.test(typed)) return []
  const receipt = await findReceipt(database.kysely, typed.toUpperCase(), actor.person)
  if (!receipt) return []
  const { number, madeAt, countyName } = receipt
  return [{ number, madeAt: madeAt.toISOString(), countyName }]
}

async function findOwners(context: PersonContext, typed: string): Promise<FoundOwner[]> {
  const { database, organizationSearch, dictionaries, actor } = context
  const scope = countyScope(actor.person)
  if (scope.kind === 'own') return []
  const numbers: number[] = FILE_NUMBER.test(typed)
    ? [Number(typed.replace('#', ''))].filter((n) => n <= MAX_ID)
    : []
  for (const counties of searchedTogether(scope)) {
    numbers.push(
      ...(await organizationSearch.search(database.kysely, { counties, term: typed, limit: MAX_IN_GROUP })),
    )
  }
  const rows = await repository.findOwners(database.kysely, {
    scope,
    numbers: [...new Set(numbers)],
    limit: MAX_IN_GROUP,
  })
  const names = await dictionaries.names(rows.flatMap(({ countyIds }) => countyIds))
  return rows.map(({ partyNumber, name, countyIds: [first = 0, ...others] }) => ({
    PartyNumber: partyNumber,
    Name: name,
    CountyID: first,
    Counties: [first, ...others].map((id) => names.countyName(id) ?? '').toSorted(),
  }))
}

function searchedTogether(scope: Exclude<CountyScope, { kind: 'own' }>): readonly Counties[] {
  if (scope.kind === 'all') return ['every']
  const { countyIds } = scope
  return countyIds.length <= MAX_COUNTIES ? countyIds : [countyIds.toSorted((one, other) => one - other)]
}

async function findAgentsByText({ database, actor }: PersonContext, typed: string): Promise<FoundAgent[]> {
  const wanted = { scope: countyScope(actor.person), text: typed, limit: MAX_IN_GROUP }
  const rows = await findAgents(database.kysely, wanted)
  return rows.map((row) => ({
    AgentNbr: row.agent_number,
    AgentName: row.organization_name,
    LegacyCode: row.legacy_code,
    City: row.city,
  }))
}
