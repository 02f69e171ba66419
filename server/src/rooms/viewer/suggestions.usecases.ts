import type { ResultOf } from '@portal/contract/endpoint.ts'
import { getSuggestions, type Suggestion } from '@portal/contract/viewer/suggestions.ts'
import { TimeoutError, withTimeout } from '../../engines/timing/memoize.ts'
import type { PersonContext } from '../../records/context.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { listLinkedAgents, listLinkedOwners } from '../../records/documents/links.repository.ts'
import { requireViewable } from '../../records/documents/previews/require-viewable.ts'
import { findTypeByName } from '../../records/reference/type-by-name.repository.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { agentDirectory } from '../../records/suggestions/agent-directory.ts'
import { findParties } from '../../records/suggestions/find-parties.ts'
import { findTaxForm } from '../../records/suggestions/find-tax-form.ts'
import type { TextPage } from '../../records/suggestions/mentions.ts'
import { readAgents } from '../../records/suggestions/owner-directory.repository.ts'
import { readDocumentText, readPageTexts } from '../../records/texts/read-text.repository.ts'
import { toAgent, toOwner, toType } from './suggestions.models.ts'
import { findRelationTypes } from './suggestions.repository.ts'

/** Pages that are read: a filing names its parties on the first ones. */
const MAX_PAGES = 5
/** Characters of a page that are read: a dense page has fewer. */
const MAX_CHARACTERS = 8000
/** The owners of a large county take some seconds to read. A call does not wait so long. */
const OWNERS_TIMEOUT_MS = 2000

/**
 * Returns what the text of a document suggests. A document in the bin has no suggestions. A call may wait for half a
 * minute, so the rights after it decide.
 * @throws as a look at the document, 401 if the session has ended by then, and 429.
 */
export async function suggestionsFor(
  call: PersonContext,
  fileId: number,
): Promise<ResultOf<typeof getSuggestions>> {
  const { actor, database, searchLimiter } = call
  return searchLimiter.run(actor.person.accountId, async () => {
    const person = await reloadActor(database.kysely, { context: call, right: getSuggestions.access })
    const context = { ...call, actor: { ...actor, person } }
    const document = await requireViewable(context, fileId)
    if (document.deleted_at !== null) return { isComplete: true, suggestions: [] }
    return readSuggestions(context, document)
  })
}

async function readSuggestions(context: PersonContext, document: DocumentRow) {
  const { kysely } = context.database
  const text = await readDocumentText(kysely, document.id)
  if (text?.state !== 'read') return { isComplete: text?.state === 'unreadable', suggestions: [] }
  const pages = (await readPageTexts(kysely, document.id, { from: 1, to: MAX_PAGES })).map((page) => ({
    page: page.page,
    text: page.text.slice(0, MAX_CHARACTERS),
  }))
  const types = await suggestTypes(context, document, pages)
  const parties = await inTime(suggestParties(context, document, pages))
  return { isComplete: parties !== null, suggestions: [...(parties ?? []), ...types] }
}

/** Null if the owners of the county take too long. They go on being read, so a later call has them. */
async function inTime<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(result, OWNERS_TIMEOUT_MS)
  } catch (error) {
    if (error instanceof TimeoutError) return null
    throw error
  }
}

/** The type of the official form, in the document's category only, because a document keeps its category. */
async function suggestTypes(
  { database, dictionaries }: PersonContext,
  document: DocumentRow,
  pages: readonly TextPage[],
): Promise<Suggestion[]> {
  const found = findTaxForm(pages)
  if (!found) return []
  const category = (await dictionaries.names()).categoryName(document.category_id)
  const form = found.forms.find((each) => each.category.toLowerCase() === category.toLowerCase())
  const named = form && (await findTypeByName(database.kysely, form))
  if (!named || named.typeId === document.type_id) return []
  return [toType(form, found.place, named.typeId)]
}

/** The owners and agents of the document's county, without those that are linked. */
async function suggestParties(
  { database: { kysely }, ownerDirectories }: PersonContext,
  document: DocumentRow,
  pages: readonly TextPage[],
): Promise<Suggestion[]> {
  const { county_id: countyId } = document
  if (countyId === null) return []
  const agentRows = await readAgents(kysely, countyId)
  const owners = await ownerDirectories.read(kysely, countyId)
  const agents = agentDirectory(agentRows)
  const found = await findParties(pages, { owners, agents })
  const relations = await findRelationTypes(kysely)
  const linked = {
    owners: new Set((await listLinkedOwners(kysely, document)).map((row) => row.party_number)),
    agents: new Set((await listLinkedAgents(kysely, document.id)).map((row) => row.agent_number)),
  }
  const newOwners = found.owners.filter(({ number }) => !linked.owners.has(number))
  const newAgents = found.agents.filter(({ number }) => !linked.agents.has(number))
  const ownerRows = await owners.named(newOwners.map(({ number }) => number))
  return [
    ...newOwners.flatMap((chosen) => toOwner(chosen, ownerRows, relations.owner) ?? []),
    ...newAgents.flatMap((chosen) => toAgent(chosen, agentRows, relations.agent) ?? []),
  ]
}
