import { callPath } from '@portal/contract/call-path.ts'
import { listHistory } from '@portal/contract/history.ts'
import { Client } from 'pg'
import type { Bench, BenchContext } from './lib/bench.ts'
import { makeHistory } from './lib/history-data.ts'
import { measureInTurn, type Target } from './lib/load.ts'
import { column, interleave, ratios } from './lib/rounds.ts'
import { startPortal, withNewSite, type SignedInPortal } from './lib/site.ts'
import { spread } from './lib/statistics.ts'

const SMALL = 20_000
const LARGE = 2_000_000
const GOAL = 1.6
const TURNS = 30
const WARM_UP = 10

type Question = Readonly<Record<string, string | number>>

const QUESTIONS: Readonly<Record<string, Question>> = {
  'the newest': {},
  'a year back': { before: `${Date.parse('2025-10-01T00:00:00Z')}-1` },
  'of a person': { person: 'clerk-77@county.example' },
  'of a county': { countyId: 9 },
  'of a rare kind': { kind: 'document.deleted' },
  'of a county and a kind that never was': { countyId: 9, kind: 'document.restored' },
  'of three days': { from: '2025-03-01', to: '2025-03-03' },
}

/** A page of what happened among many records against one among a hundredth of them. */
export const benchHistory: Bench = async (context) => {
  await withHistory(context, SMALL, (small) =>
    withHistory(context, LARGE, async (large) => {
      for (const [name, query] of Object.entries(QUESTIONS)) {
        const path = `/api${callPath(listHistory, { query })}`
        const targets = [small, large].map(({ server, headers }) => ({
          origin: server.origin,
          headers,
          path,
        }))
        await reportOne(context, name, targets)
      }
    }),
  )
}

async function withHistory(
  context: BenchContext,
  count: number,
  work: (portal: SignedInPortal) => Promise<void>,
): Promise<void> {
  await withNewSite({ ...context, name: `history_${count}` }, async (site) => {
    context.say(`Making ${count.toLocaleString('en-US')} audit records …`)
    const client = new Client(site.connection)
    await client.connect()
    await makeHistory(client, count)
    await client.end()
    const portal = await startPortal(site)
    try {
      await work(portal)
    } finally {
      await portal.server.stop()
    }
  })
}

async function reportOne(
  { rounds, report }: BenchContext,
  name: string,
  targets: readonly Target[],
): Promise<void> {
  const run = async () => {
    await measureInTurn(targets, WARM_UP)
    return measureInTurn(targets, TURNS)
  }
  const measured = await interleave([{ name: 'sizes', run }], rounds)
  const [small = [], large = []] = targets.map((_, at) =>
    column(measured, 'sizes', (answers) => answers[at]?.p50 ?? Number.NaN),
  )
  report({
    work: `what happened, ${name}: ${LARGE.toLocaleString('en-US')} records / ${SMALL.toLocaleString('en-US')}`,
    values: ratios(large, small),
    goal: { atMost: GOAL },
    figures: `p50 ms: ${spread(large).median.toFixed(2)} / ${spread(small).median.toFixed(2)}`,
    voided: measured.voided,
  })
}
