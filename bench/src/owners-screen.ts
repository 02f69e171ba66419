import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { OWNER_COLUMNS } from '@portal/contract/owners/owners.ts'
import { findChromium } from '@portal/e2e/src/browser/chromium.ts'
import { nodeFlagsOf } from '@portal/server/src/testing/npm-script.ts'
import { Client } from 'pg'
import { chromium, type Browser } from 'playwright-core'
import type { Bench, BenchContext } from './lib/bench.ts'
import { startChild, type ChildServer } from './lib/child-server.ts'
import { loadOwnerRoll } from './lib/owner-roll-data.ts'
import { TERMS, visitFloor, visitPortal, type PageTimes, type PortalTimes } from './lib/owner-pages.ts'
import { loadParties, PARTIES } from './lib/parties-data.ts'
import { column, interleave, ratios, type Rounds } from './lib/rounds.ts'
import { startPortal, withNewSite, type Site } from './lib/site.ts'
import { spread } from './lib/statistics.ts'
import { within } from './lib/within.ts'

const PORTAL = join(import.meta.dirname, '../../server/src/main.ts')
const FLOOR = join(import.meta.dirname, 'floors/owners-screen-floor.ts')
const ROLL = '/api/owners/owner-details?appraisalYear=2026&countyId='
/** Of the floor's time (both). */
const GOAL = 1.5
/** Seconds. */
const EXPORT_GOAL_SECONDS = 3
/** Milliseconds; more than this a person notices. */
const LONGEST_TASK_GOAL_MS = 100
/** Milliseconds in which the first roll is written and sent, and the browser closes. */
const PREPARING_BOUND_MS = 300_000

/** The owner table of 300,000 rows in a real browser, against the least page that shows the same bytes. */
export const benchOwnersScreen: Bench = async (context) => {
  await withNewSite({ ...context, name: 'owners_screen' }, async (site) => {
    const countyId = await loadCounty(site)
    const cookie = await signedIn(site)
    const { environment } = site
    const portal = await startChild({
      program: PORTAL,
      flags: nodeFlagsOf('start'),
      environment,
      readyPath: '/readyz',
    })
    const roll = rollOf(portal, { countyId, cookie })
    const bytes = await within(PREPARING_BOUND_MS, 'Writing the first roll', roll)
    const file = join(site.folder, 'roll.br')
    await writeFile(file, bytes)
    const floor = await startChild({
      program: FLOOR,
      environment: { FLOOR_ROLL: file },
      readyPath: '/readyz',
    })
    const { origin, ...launch } = await findChromium()
    const browser = await chromium.launch(launch)
    context.say(`Chromium ${browser.version()}: ${origin}`)
    try {
      const measured = await measure(browser, { portal, floor, countyId, cookie, rounds: context.rounds })
      reportAll(context, { measured, bytesPerAnswer: bytes.length })
    } finally {
      await within(PREPARING_BOUND_MS, 'Closing the browser', browser.close())
      await Promise.all([portal.stop(), floor.stop()])
    }
  })
}

async function loadCounty(site: Site): Promise<number> {
  const client = new Client(site.connection)
  await client.connect()
  try {
    const countyId = await loadParties(client)
    await loadOwnerRoll(client, countyId)
    return countyId
  } finally {
    await client.end()
  }
}

/** The session stays in the database when its server has stopped. */
async function signedIn(site: Site): Promise<string> {
  const { server, headers } = await startPortal(site)
  await server.stop()
  return headers['cookie'] ?? ''
}

type RollRequest = { readonly countyId: number; readonly cookie: string }

/** The columns as they are sent, compressed; written when they are first asked for. */
async function rollOf({ origin }: ChildServer, { countyId, cookie }: RollRequest): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const headers = { accept: OWNER_COLUMNS, 'accept-encoding': 'br', cookie }
  get(`${origin}${ROLL}${countyId}`, { headers }, (answer) => {
    if (answer.statusCode === 200) buffer(answer).then(resolve, reject)
    else reject(new Error(`The roll answered ${answer.statusCode}.`))
  }).on('error', reject)
  return promise
}

type Measuring = RollRequest & {
  readonly portal: ChildServer
  readonly floor: ChildServer
  readonly rounds: number
}
type Measured = Rounds<PageTimes | PortalTimes>

async function measure(
  browser: Browser,
  { portal, floor, countyId, cookie, rounds }: Measuring,
): Promise<Measured> {
  const contestants = [
    { name: 'portal', run: () => visitPortal(browser, { origin: portal.origin, cookie, countyId }) },
    { name: 'floor', run: () => visitFloor(browser, { origin: floor.origin }) },
  ]
  for (const { run } of contestants) await run()
  return interleave<PageTimes | PortalTimes>(contestants, rounds)
}

type Result = { readonly measured: Measured; readonly bytesPerAnswer: number }

function reportAll({ report }: BenchContext, { measured, bytesPerAnswer }: Result): void {
  const { voided } = measured
  const rows = PARTIES.toLocaleString('en-US')
  const times = (name: string, figure: (seen: PageTimes) => number) => column(measured, name, figure)
  const compare = (figure: (seen: PageTimes) => number) => ({
    values: ratios(times('portal', figure), times('floor', figure)),
    figures: `${middle(times('portal', figure))} / ${middle(times('floor', figure))} ms`,
    goal: { atMost: GOAL },
    voided,
  })
  const ofPortal = (figure: (seen: PortalTimes) => number) =>
    column(measured, 'portal', (seen) => ('export' in seen ? figure(seen) : Number.NaN))
  report({
    work: `owner table of ${rows} rows: pick of the county to paint`,
    ...compare(({ load }) => load),
    bytesPerAnswer,
  })
  report({
    work: `owner table of ${rows} rows: end of the debounce to paint, ${TERMS.length} terms`,
    ...compare(({ searches }) => mean(searches)),
  })
  report({
    work: `owner table of ${rows} rows: export, press to file`,
    values: ofPortal((seen) => seen.export),
    unit: 's',
    goal: { atMost: EXPORT_GOAL_SECONDS },
    figures: 'no floor',
    voided,
  })
  report({
    work: `owner table of ${rows} rows: longest task of the page while it loads, searches and exports`,
    values: ofPortal(({ longestTask }) => longestTask),
    unit: 'ms',
    goal: { atMost: LONGEST_TASK_GOAL_MS },
    figures: 'no floor',
    voided,
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function middle(values: readonly number[]): string {
  return spread(values).median.toFixed(0)
}
