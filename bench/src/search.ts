import { callPath } from '@portal/contract/call-path.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import { Client } from 'pg'
import type { Bench } from './lib/bench.ts'
import { load } from './lib/load.ts'
import { loadSearch, numberOf, wordOf } from './lib/search-data.ts'
import { startPortal } from './lib/site.ts'

/** Milliseconds that a person does not notice, and that nobody waits longer for. */
const MEDIAN_GOAL = 100
const SLOWEST_GOAL = 500
const REPEATS = 3

type Kind = { readonly name: string; readonly query: (at: number) => string; readonly county?: true }

/** Ten kinds of searches, twenty of each. */
const KINDS: readonly Kind[] = [
  { name: 'a number', query: (at) => numberOf(1 + at * 4801) },
  { name: 'a rare word', query: (at) => wordOf(20_000 + at * 100) },
  { name: 'a word', query: (at) => wordOf(1000 + at * 10) },
  { name: 'a frequent word', query: (at) => wordOf(100 + at) },
  { name: 'two words', query: (at) => `${wordOf(100 + at)} ${wordOf(300 + at)}` },
  { name: 'three words', query: (at) => `${wordOf(100 + at)} ${wordOf(130 + at)} ${wordOf(160 + at)}` },
  { name: 'a word and an exclusion', query: (at) => `${wordOf(200 + at)} -${wordOf(110 + at)}` },
  { name: 'a beginning', query: (at) => `${numberOf(1 + at * 4801).slice(0, 6)}*` },
  { name: 'a misspelled word', query: (at) => `${wordOf(5000 + at)}q` },
  { name: 'a frequent word in a county', query: (at) => wordOf(100 + at), county: true },
]
const OF_EACH = 20

/** Searches of an administrator, each kind one after the other. */
export const benchSearch: Bench = async (context) => {
  const size = context.sizes.at(-1)
  if (!size) return
  const site = await context.documents(size)
  const client = new Client(site.connection)
  await client.connect()
  context.say('Indexing the documents for the search …')
  const documents = await loadSearch(client)
  await client.end()
  const { server, headers } = await startPortal(site)
  try {
    const times: number[] = []
    const figures: string[] = []
    for (const { name, query, county } of KINDS) {
      const ofKind: number[] = []
      for (let at = 0; at < OF_EACH; at += 1) {
        const parts = { q: query(at), pageSize: 50, ...(county && { countyId: 20 + at }) }
        const paths = [`/api${callPath(listUploads, { query: parts })}`]
        const work = { origin: server.origin, paths, headers, connections: 1, requests: REPEATS }
        ofKind.push((await load(work)).p50)
      }
      times.push(...ofKind)
      figures.push(`${name} ${Math.round(quantile(ofKind, 0.5))} (${Math.round(quantile(ofKind, 0.99))}) ms`)
    }
    const work = `search among ${documents.toLocaleString('en-US')} documents, ${times.length} searches`
    const common = { unit: 'ms', figures: figures.join(', '), voided: [] } as const
    context.report({
      ...common,
      work: `${work}: median`,
      values: [quantile(times, 0.5)],
      goal: { atMost: MEDIAN_GOAL },
    })
    context.report({
      ...common,
      work: `${work}: 99 %`,
      values: [quantile(times, 0.99)],
      goal: { atMost: SLOWEST_GOAL },
    })
  } finally {
    await server.stop()
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
