import { STATUS } from '@portal/contract/files/status.ts'
import {
  MAX_COUNTED,
  MAX_COUNTIES,
  type CountyCounts,
  type DeskView,
  type StartPage,
} from '@portal/contract/start/start.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import {
  countByStatus,
  countCountiesByStatus,
  type AppraisalYear,
} from '../../records/documents/counts/status-counts.repository.ts'
import { readCountyIds } from '../../records/counties/counties.repository.ts'
import { findOldest } from '../../records/documents/pages/oldest-document.repository.ts'
import { countWithoutOwner } from './start-files.repository.ts'
import { toStatusCounts } from './start.models.ts'

type ByStatus = NonNullable<StartPage['byStatus']>

/** Where the documents of an appraisal year are, and the counties with the most new ones. */
export async function findByStatus(
  { database: { kysely }, dictionaries }: PersonContext,
  scope: CountyScope,
  within: AppraisalYear,
): Promise<ByStatus> {
  const all = toStatusCounts(await countByStatus(kysely, scope, within))
  const countyIds = await countiesOf(scope, () => readCountyIds(kysely))
  const counts = Map.groupBy(await countCountiesByStatus(kysely, countyIds, within), ({ scopeId }) => scopeId)
  const { countyName } = await dictionaries.names(countyIds)
  const counties = countyIds.map((id) => {
    return { CountyID: id, CountyName: countyName(id) ?? '', ...toStatusCounts(counts.get(id) ?? []) }
  })
  return {
    all,
    counties: counties.toSorted(byWaiting).slice(0, MAX_COUNTIES),
    countyTotal: countyIds.length,
  }
}

async function countiesOf(scope: CountyScope, readAll: () => Promise<number[]>): Promise<readonly number[]> {
  if (scope.kind === 'all') return readAll()
  return scope.kind === 'counties' ? scope.countyIds : []
}

function byWaiting(one: CountyCounts, other: CountyCounts): number {
  return (
    other.new - one.new ||
    other.needsMoreInfo - one.needsMoreInfo ||
    one.CountyName.localeCompare(other.CountyName, 'en-US')
  )
}

/** What the firm's staff works through, of every year: new documents, those without an owner, and open questions. */
export async function findDesk(
  { database: { kysely } }: PersonContext,
  scope: CountyScope,
): Promise<DeskView[]> {
  const counts = toStatusCounts(await countByStatus(kysely, scope, null))
  const oldestOf = async (statusId: number) =>
    (await findOldest(kysely, scope, { statusId }))?.toISOString() ?? null
  const scopes = scope.kind === 'counties' ? scope.countyIds.length : 1
  const most = Math.ceil(MAX_COUNTED / scopes)
  const unowned = await countWithoutOwner(kysely, { scope, statusId: STATUS.new, most })
  return [
    { key: 'new', documents: counts.new, isExact: true, oldestAt: await oldestOf(STATUS.new) },
    {
      key: 'newWithoutOwner',
      documents: unowned.documents,
      isExact: unowned.lookedAt >= counts.new,
      oldestAt: unowned.oldest?.toISOString() ?? null,
    },
    {
      key: 'needsMoreInfo',
      documents: counts.needsMoreInfo,
      isExact: true,
      oldestAt: await oldestOf(STATUS.needMoreInfo),
    },
  ]
}
