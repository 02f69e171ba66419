import { callPath } from '@portal/contract/call-path.ts'
import { listAgents, listOrganizations } from '@portal/contract/lookups/lookups.ts'
import { Client } from 'pg'
import type { Bench } from './lib/bench.ts'
import { measureInTurn, type Latency, type Target } from './lib/load.ts'
import { loadParties, PARTIES } from './lib/parties-data.ts'
import { column, interleave, ratios, type Contestant } from './lib/rounds.ts'
import { startPortal, withNewSite } from './lib/site.ts'
import { spread } from './lib/statistics.ts'

const TURNS = 15
/** Milliseconds; the screen waits 300 before it asks. */
const GOAL = 30
/** Of the time that the bare driver takes to read the county's names in their order. */
const FIRST_GOAL = 1.3

const ORGANIZATIONS = `/api${callPath(listOrganizations)}`
const AGENTS = `/api${callPath(listAgents)}`

type Terms = { name: string; path: string; terms: readonly string[] }

/** Terms that match most names, some, few and none. */
const CLASSES: readonly Terms[] = [
  { name: '1 letter', path: ORGANIZATIONS, terms: ['a', 'z', 'ñ', '7', '&', '!', '%'] },
  { name: '2 letters', path: ORGANIZATIONS, terms: ['ca', 'rg', 'ñó', '99', 'qx', '& '] },
  { name: '3 letters', path: ORGANIZATIONS, terms: ['oil', 'llc', 'eum', '701', 'zzz'] },
  {
    name: '8 letters',
    path: ORGANIZATIONS,
    terms: ['minerals', 'lobo oil', 'cottonwo', 'zzzzzzzz', '2100049x'],
  },
  { name: 'agents', path: AGENTS, terms: ['a', 'ta', 'tax', 'pecos ta', 'zz', 'zzzzzzzz'] },
]

/** Suggestions while a person types, in a county of 300,000 organizations. */
export const benchSuggestions: Bench = async (context) => {
  await withNewSite({ ...context, name: 'suggestions' }, async (site) => {
    const client = new Client(site.connection)
    await client.connect()
    const countyId = await loadParties(client)
    const { server, headers } = await startPortal(site)
    try {
      const target = (path: string, term: string): Target => {
        const query = new URLSearchParams({ county: String(countyId), term })
        return { origin: server.origin, headers, path: `${path}?${query.toString()}` }
      }
      const measured = await interleave(
        [
          ...CLASSES.map((terms) => contestant(terms, target)),
          { name: 'first', run: () => firstAfterChange(client, target(ORGANIZATIONS, 'oil')) },
          { name: 'names', run: () => namesInOrder(client, countyId) },
        ],
        context.rounds,
      )
      for (const { name, terms } of CLASSES) {
        context.report({
          work: `suggestions among ${PARTIES.toLocaleString('en-US')} organizations: ${name}, slowest of ${terms.length} terms`,
          values: column(measured, name, (answers) => Math.max(...answers.map(({ p50 }) => p50))),
          unit: 'ms',
          goal: { atMost: GOAL },
          figures: terms.map((term, at) => `'${term}' ${typical(measured.rounds, name, at)}`).join(', '),
          voided: measured.voided,
        })
      }
      const [first, names] = ['first', 'names'].map((name) =>
        column(measured, name, ([only]) => only?.p50 ?? Number.NaN),
      )
      if (!first || !names) return
      context.report({
        work: 'the first suggestion after a change, against reading the names with the bare driver',
        values: ratios(first, names),
        goal: { atMost: FIRST_GOAL },
        figures: `${spread(first).median.toFixed(0)} / ${spread(names).median.toFixed(0)} ms`,
        voided: measured.voided,
      })
    } finally {
      await client.end()
      await server.stop()
    }
  })
}

function contestant(
  { name, path, terms }: Terms,
  target: (path: string, term: string) => Target,
): Contestant<Latency[]> {
  const targets = terms.map((term) => target(path, term))
  return {
    name,
    run: async () => {
      await measureInTurn(targets, 1)
      return measureInTurn(targets, TURNS)
    },
  }
}

async function firstAfterChange(client: Client, target: Target): Promise<Latency[]> {
  await client.query(
    'UPDATE county_organization SET name = name WHERE party_number = (SELECT min(party_number) FROM organization)',
  )
  return measureInTurn([target], 1)
}

/** What no suggestion after a change can do without. */
async function namesInOrder(client: Client, countyId: number): Promise<Latency[]> {
  const started = performance.now()
  await client.query(
    `SELECT party_number, organization_name, name FROM county_organization JOIN organization USING (party_number)
     WHERE county_id = $1 ORDER BY organization_name COLLATE "und-x-icu"`,
    [countyId],
  )
  return [{ p50: performance.now() - started, bytesPerAnswer: 0 }]
}

/** Milliseconds of one term in the middle of all rounds. */
function typical(rounds: readonly Readonly<Record<string, Latency[]>>[], name: string, at: number): string {
  return spread(rounds.map((round) => round[name]?.[at]?.p50 ?? Number.NaN)).median.toFixed(1)
}
