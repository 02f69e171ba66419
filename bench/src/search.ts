import { callPath } from '@portal/contract/call-path.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import { searchAll } from '@portal/contract/search/search.ts'
import type { Bench, BenchContext } from './lib/bench.ts'
import { load } from './lib/load.ts'
import { loadSearch } from './lib/search-data.ts'
import {
  COUNTIES,
  makeBeginnings,
  makeQueries,
  type BenchQuery,
  type Searcher,
} from './lib/search-queries.ts'
import { withClient } from './lib/site-client.ts'
import { addPerson, signIn, startPortal, type Site } from './lib/site.ts'
import { median } from './lib/statistics.ts'

/** Milliseconds. */
const MEDIAN_GOAL = 60
const SLOWEST_GOAL = 400
const TYPING_GOAL = 150
const REPEATS = 3

/** Searches of an administrator and of people of counties, with filters, and texts that are being typed. */
export const benchSearch: Bench = async (context) => {
  const size = context.sizes.at(-1)
  if (!size) return
  const site = await context.documents(size)
  const { documents, queries, beginnings } = await withClient(site, async (client) => ({
    documents: await loadSearch(client, { say: context.say, newest: Infinity }),
    queries: await makeQueries(client),
    beginnings: await makeBeginnings(client),
  }))
  const { server, headers } = await startPortal(site)
  try {
    const people = { administrator: headers, ...(await signInClerks(site, server.origin)) }
    const among = `among ${documents.toLocaleString('en-US')} documents`
    await benchQueries(context, { origin: server.origin, people, queries, among })
    const paths = beginnings.map((q) => `/api${callPath(searchAll, { query: { q } })}`)
    const typed = await timesOf({ origin: server.origin, headers, paths })
    context.report({
      work: `from a typed text to owners, agents and documents ${among}: median`,
      values: [median(typed)],
      unit: 'ms',
      goal: { atMost: TYPING_GOAL },
      figures: `99 % ${Math.round(quantile(typed, 0.99))} ms`,
      voided: [],
    })
  } finally {
    await server.stop()
  }
}

type Headers = Readonly<Record<string, string>>

async function signInClerks(site: Site, origin: string) {
  const cookieOf = async (by: keyof typeof COUNTIES): Promise<Headers> => {
    const counties = COUNTIES[by].flatMap((id) => ['--county', String(id)])
    const person = { email: `searcher-${COUNTIES[by].length}@bench.example.org`, rights: counties }
    await addPerson(site, person)
    return { cookie: await signIn(origin, person) }
  }
  return {
    'of one county': await cookieOf('of one county'),
    'of two counties': await cookieOf('of two counties'),
  }
}

type Searching = {
  readonly origin: string
  readonly people: Readonly<Record<Searcher, Headers>>
  readonly queries: readonly BenchQuery[]
  readonly among: string
}

async function benchQueries(
  { report }: BenchContext,
  { origin, people, queries, among }: Searching,
): Promise<void> {
  const times = new Map<string, number[]>()
  for (const { kind, by, query } of queries) {
    const paths = [`/api${callPath(listUploads, { query })}`]
    times.set(kind, [...(times.get(kind) ?? []), ...(await timesOf({ origin, headers: people[by], paths }))])
  }
  const all = [...times.values()].flat()
  const figures = [...times]
    .map(([kind, ofKind]) => `${kind} ${Math.round(median(ofKind))} (${Math.round(Math.max(...ofKind))}) ms`)
    .join(', ')
  const work = `${queries.length} searches ${among}, total included`
  const common = { unit: 'ms', figures, voided: [] } as const
  report({ ...common, work: `${work}: median`, values: [median(all)], goal: { atMost: MEDIAN_GOAL } })
  report({ ...common, work: `${work}: 99 %`, values: [quantile(all, 0.99)], goal: { atMost: SLOWEST_GOAL } })
}

type Asking = { readonly origin: string; readonly headers: Headers; readonly paths: readonly string[] }

/** Milliseconds of each request, one after the other. Each path is asked several times; the first time counts, too. */
async function timesOf({ origin, headers, paths }: Asking): Promise<number[]> {
  const times: number[] = []
  for (const path of paths.flatMap((each) => Array<string>(REPEATS).fill(each))) {
    times.push((await load({ origin, headers, paths: [path], connections: 1, requests: 1 })).p50)
  }
  return times
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
