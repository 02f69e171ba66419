import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import { writeFilters, type ListFilters } from '@portal/contract/files/list-filters.ts'
import { OTHER_COUNTY, UNKNOWN_COUNTY } from '@portal/contract/lookups/lookups.ts'
import { isProblem, parseQuery } from '@portal/contract/search/query.ts'
import * as calls from '@portal/contract/views/views.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { refusingDuplicates } from '../../engines/http/unique-violation.ts'
import type { Person } from '../../records/access/actor.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { findCountyForKeyShare } from '../../records/counties/counties.repository.ts'
import * as saved from '../../records/views/saved-views.repository.ts'
import { inOwnTurn } from './in-own-turn.ts'
import { readViewName, toSavedView } from './views.models.ts'
import { mayChange, mayMove, mayShare, viewReader } from './views.policy.ts'
import { findView, readListSetting, readViews, type ViewRow } from './views.repository.ts'

/** Lists the views that the caller may use or only delete, with their default and their columns. */
export async function readOwnViews({
  database: { kysely },
  actor: { person },
}: PersonContext): Promise<ResultOf<typeof calls.listViews>> {
  const rows = await readViews(kysely, viewReader(person), calls.MAX_LISTED_VIEWS)
  const { defaultViewId, columns } = await readListSetting(kysely, person.accountId)
  return {
    views: rows
      .filter((row) => row.isUsable || mayChange(person, row) === null)
      .map((row) => toSavedView(row, person)),
    defaultViewId: rows.some(({ id, isUsable }) => isUsable && id === defaultViewId) ? defaultViewId : null,
    columns,
  }
}

/**
 * Saves a new view.
 * @throws PortalError 400 for an invalid name, search or county, and for a filter of another county than that of the
 * audience, 403 for an audience that the caller may not share
 * with, 409 for a name that is taken or too many views.
 */
export async function saveNewView(
  call: PersonContext,
  { name, query, audience, countyId = null }: BodyOf<typeof calls.addView>,
): Promise<calls.SavedView> {
  return inTurn(call, async (transaction, context) => {
    const { person } = context.actor
    const target = requireTarget({ audience, countyId })
    const refusal = mayShare(person, target)
    if (refusal) throw failure(refusal)
    const { accountId } = person
    const values = { name: readViewName(name), filters: requireUsable(person, query), accountId, ...target }
    requireOwnCounty(values)
    await requireRoom(transaction, values)
    const id = await saved.insertView(transaction, { ...values, at: context.clock.now() })
    await recordAudit(transaction, context, {
      action: 'view.created',
      subject: { kind: 'view', id },
      countyId: target.countyId,
      after: factsOf(values),
    })
    return readBack(context, transaction, id)
  })
}

/**
 * Changes the named parts of a view.
 * @throws PortalError as `saveNewView`, 403 for a view that the caller may only use, 404 for one that they may not see.
 */
export async function saveView(
  call: PersonContext,
  id: number,
  { name, query, audience, countyId }: BodyOf<typeof calls.changeView>,
): Promise<calls.SavedView> {
  return inTurn(call, async (transaction, context) => {
    const { person } = context.actor
    const before = await requireView(context, transaction, id)
    const target = requireTarget({
      audience: audience ?? before.audience,
      countyId: countyId ?? before.countyId,
    })
    const refusal = mayMove(person, before, target)
    if (refusal) throw failure(refusal)
    const values = {
      name: name === undefined ? before.name : readViewName(name),
      filters: query === undefined ? before.filters : requireUsable(person, query),
      accountId: before.accountId,
      ...target,
    }
    requireOwnCounty(values)
    if (isElsewhere(before, target)) await requireRoom(transaction, values)
    await saved.updateView(transaction, id, { ...values, at: context.clock.now() })
    for (const concerned of countiesOfMove(before, target)) {
      await recordAudit(transaction, context, {
        action: 'view.changed',
        subject: { kind: 'view', id },
        countyId: concerned,
        before: factsOf(before),
        after: factsOf(values),
      })
    }
    return readBack(context, transaction, id)
  })
}

/** @throws PortalError 403 for a view that the caller may only use, 404 for one that they may not see. */
export async function deleteSavedView(call: PersonContext, id: number): Promise<void> {
  await inTurn(call, async (transaction, context) => {
    const before = await findView(transaction, viewReader(context.actor.person), id)
    if (!before) throw failure(calls.VIEW_NOT_FOUND)
    const refusal = mayChange(context.actor.person, before)
    if (refusal) throw failure(before.isUsable ? refusal : calls.VIEW_NOT_FOUND)
    await saved.removeView(transaction, id)
    await recordAudit(transaction, context, {
      action: 'view.deleted',
      subject: { kind: 'view', id },
      countyId: before.countyId,
      before: factsOf(before),
    })
  })
}

const takenNames = () => ({
  saved_view_own_name: failure(calls.VIEW_NAME_TAKEN),
  saved_view_county_name: failure(calls.VIEW_NAME_TAKEN),
  saved_view_firm_name: failure(calls.VIEW_NAME_TAKEN),
})

function inTurn<T>(
  call: PersonContext,
  work: (transaction: Transaction<DB>, context: PersonContext) => Promise<T>,
): Promise<T> {
  return refusingDuplicates(takenNames(), () => inOwnTurn(call, 'saved view', work))
}

type Target = { readonly audience: calls.Audience; readonly countyId: number | null }

/** Only a view for a county has a county. */
function requireTarget({ audience, countyId }: Target): Target {
  if (audience !== 'county') return { audience, countyId: null }
  if (countyId === null) throw failure(calls.VIEW_COUNTY_MISSING)
  return { audience, countyId }
}

/** The people of a county may not see another one, so they would never see the view. */
function requireOwnCounty({ filters, countyId }: Target & Pick<ViewRow, 'filters'>): void {
  const filtered = filters['countyId']
  if (countyId !== null && filtered !== undefined && filtered !== countyId) {
    throw failure(calls.VIEW_OF_OTHER_COUNTY)
  }
}

function isElsewhere(before: Target, target: Target): boolean {
  return before.audience !== target.audience || before.countyId !== target.countyId
}

/** The counties whose record names the change: both, if the view moves from one to another (R8.50). */
function countiesOfMove(before: Target, target: Target): readonly (number | null)[] {
  const counties = [before.countyId, target.countyId].filter((id) => id !== null)
  return counties.length === 0 ? [null] : [...new Set(counties)]
}

/** @throws PortalError 404 for an unknown county, 409 for too many views of the audience. */
async function requireRoom(transaction: Transaction<DB>, place: saved.ViewPlace): Promise<void> {
  const { countyId } = place
  if (countyId !== null && !(await findCountyForKeyShare(transaction, countyId)))
    throw failure(UNKNOWN_COUNTY)
  if ((await saved.lockAndCountViews(transaction, place)) >= calls.MAX_VIEWS) {
    throw failure(calls.TOO_MANY_VIEWS)
  }
}

/** @throws PortalError 400 with the problem of the search, 403 for a county that the caller may not see. */
function requireUsable(person: Person, filters: ListFilters): ListFilters {
  const { countyId } = filters
  if (countyId !== undefined && !maySeeCounty(person, countyId)) throw failure(OTHER_COUNTY)
  const parsed = filters.q === undefined ? null : parseQuery(filters.q)
  if (parsed && isProblem(parsed)) throw failure(REQUEST_INVALID, { values: { problem: parsed.problem } })
  return filters
}

async function requireView(
  { actor }: PersonContext,
  transaction: Transaction<DB>,
  id: number,
): Promise<ViewRow> {
  const view = await findView(transaction, viewReader(actor.person), id)
  if (!view?.isUsable) throw failure(calls.VIEW_NOT_FOUND)
  return view
}

async function readBack(context: PersonContext, transaction: Transaction<DB>, id: number) {
  return toSavedView(await requireView(context, transaction, id), context.actor.person)
}

/** What a person calls and filters for themselves is for nobody else. */
function factsOf({ name, filters, audience }: Pick<ViewRow, 'name' | 'filters' | 'audience'>) {
  return audience === 'me' ? { audience } : { name, query: writeFilters(filters), audience }
}
