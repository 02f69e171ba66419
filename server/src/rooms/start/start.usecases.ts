import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import type { ActivityEvent } from '@portal/contract/history/history.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type { WaitingItems } from '@portal/contract/requests/requests.ts'
import { MAX_ROWS, type getStart, type StartPage } from '@portal/contract/start/start.ts'
import { limitedReads } from '../../engines/database/limited-reads.repository.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Health } from '../../engines/http/health.ts'
import { withTimeout } from '../../engines/timing/memoize.ts'
import { countyScope, narrowScope, type CountyScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { countByStatus } from '../../records/documents/counts/status-counts.repository.ts'
import { toOpenQuestion } from '../../records/documents/questions/questions.models.ts'
import { findOpenQuestions } from '../../records/documents/questions/questions.repository.ts'
import { findByStatus, findDesk } from './count-documents.ts'
import { findQuestions, findLastUploads } from './start-files.repository.ts'
import { countPeopleToCareFor } from './start-people.repository.ts'
import { toQuestion, toLastUpload, toStatusCounts } from './start.models.ts'
import { partsFor, type StartPart } from './start.policy.ts'

/** What other rooms know; the app connects them. */
export type StartSources = {
  readonly readHealth: () => Promise<Health>
  readonly findWaiting: (context: PersonContext) => Promise<WaitingItems>
  readonly listLastChanges: (
    context: PersonContext,
    query: { readonly countyId?: number | undefined; readonly most: number },
  ) => Promise<ActivityEvent[]>
}

type Request = {
  readonly context: PersonContext
  readonly scope: CountyScope
  readonly countyId?: number | undefined
}

type Finders = {
  readonly [Part in StartPart]: (request: Request, sources: StartSources) => Promise<StartPage[Part]>
}

/** Milliseconds for each part. */
const PART_TIMEOUT_MS = 2000

/**
 * The start page of the caller. Each part has two seconds of its own: one that fails or is late is null, and the others
 * show.
 * @throws PortalError 403 for a county whose documents the caller may not see.
 */
export async function readStart(
  context: PersonContext,
  { county }: QueryOf<typeof getStart>,
  sources: StartSources,
): Promise<ResultOf<typeof getStart>> {
  const { actor, calendar, clock, log } = context
  const { person } = actor
  const scope = narrowScope(countyScope(person), county)
  if (!scope) throw failure(OTHER_COUNTY)
  const request = { context, scope, countyId: county }
  const read = <Part extends StartPart>(part: Part): Promise<StartPage[Part]> => {
    // A part that nobody waits for stops reading.
    const kysely = limitedReads(context.database.kysely, performance.now() + PART_TIMEOUT_MS)
    return FINDERS[part](
      { ...request, context: { ...context, database: { ...context.database, kysely } } },
      sources,
    )
  }
  const find = async <Part extends StartPart>(part: Part) => {
    try {
      return [part, (await withTimeout(read(part), PART_TIMEOUT_MS)) ?? null] as const
    } catch (error) {
      log.warn({ err: error, part }, 'A part of the start page is missing.')
      return [part, null] as const
    }
  }
  // One after the other, so that a page takes one connection to the database.
  const parts: (readonly [StartPart, unknown])[] = []
  for (const part of partsFor(person)) parts.push(await find(part))
  return { appraisalYear: calendar.yearOf(clock.now()), ...Object.fromEntries(parts) }
}

const FINDERS: Finders = {
  byStatus: ({ context, scope }) => {
    const { calendar, clock, settings } = context
    return findByStatus(context, scope, { year: calendar.yearOf(clock.now()), timeZone: settings.timeZone })
  },
  needsAnswer: async ({ context: { actor, database, dictionaries }, scope }) => {
    const { accountId } = actor.person
    const rows = await findQuestions(database.kysely, { scope, accountId, most: MAX_ROWS })
    const { needsMoreInfo } = toStatusCounts(await countByStatus(database.kysely, scope, null))
    const names = await dictionaries.names(rows.map(({ countyId }) => countyId))
    const ids = rows.map(({ id }) => id)
    const questions = await findOpenQuestions(database.kysely, ids, actor.person)
    const files = rows.map((row) => {
      const question = questions.get(row.id)
      const document = { county_id: row.countyId, uploaded_by: row.uploadedById }
      return toQuestion(row, names, question ? toOpenQuestion(question, document, actor.person) : null)
    })
    return { total: needsMoreInfo, files }
  },
  uploads: async ({ context: { actor, database, dictionaries }, scope }) => {
    const { accountId } = actor.person
    const rows = await findLastUploads(database.kysely, { scope, accountId, most: MAX_ROWS })
    const names = await dictionaries.names(rows.map(({ countyId }) => countyId))
    return rows.map((row) => toLastUpload(row, names))
  },
  people: async ({ context: { clock, database }, scope }) => {
    const countyIds = scope.kind === 'counties' ? scope.countyIds : []
    return countPeopleToCareFor(database.kysely, { countyIds, now: clock.now() })
  },
  lately: ({ context, countyId }, { listLastChanges }) =>
    listLastChanges(context, { countyId, most: MAX_ROWS }),
  desk: ({ context, scope }) => findDesk(context, scope),
  waiting: ({ context }, { findWaiting }) => findWaiting(context),
  system: async (_request, { readHealth }) => {
    const { isReady, warnings } = await readHealth()
    return { isReady, warnings: warnings.map(({ text, advice, screen }) => ({ text, advice, screen })) }
  },
}
