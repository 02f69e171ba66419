import { hashToken, newToken } from '@portal/server/src/records/sessions/token.ts'
import type { Client } from 'pg'
import type { BenchContext } from './bench.ts'
import { measureInTurn, type Target } from './load.ts'
import { column, interleave, ratios } from './rounds.ts'
import { startPortal, withNewSite, type SignedInPortal, type Site } from './site.ts'
import { withClient } from './site-client.ts'
import { spread } from './statistics.ts'

const TURNS = 30
const WARM_UP = 10

/** A page to ask for, or a file of which the first bytes are waited for. */
export type Page = {
  readonly path: string
  /** Who asks: the account of this address; an administrator unless told otherwise. */
  readonly as?: string
  readonly until?: Target['until']
  /** Why it may take longer. */
  readonly reason?: string
}

/** What is to take about as long however much there is of it. */
export type Growth = {
  /** Of many, such as `audit records`. */
  readonly of: string
  readonly small: number
  readonly large: number
  /** The large one's time may be this many times the small one's. */
  readonly atMost: number
  fill(client: Client, count: number): Promise<void>
  readonly pages: Readonly<Record<string, Page>>
}

/** Each page where there is much against where there is little, both portals side by side and asked in turn. */
export async function reportGrowth(context: BenchContext, growth: Growth): Promise<void> {
  await withFilled(context, { growth, count: growth.small }, (small) =>
    withFilled(context, { growth, count: growth.large }, async (large) => {
      for (const [name, page] of Object.entries(growth.pages)) {
        const targets = [await targetOf(small, page), await targetOf(large, page)]
        await reportPage(context, { growth, name, reason: page.reason, targets })
      }
    }),
  )
}

type FilledPortal = SignedInPortal & { readonly site: Site }
type Filling = { growth: Growth; count: number }

async function withFilled(
  context: BenchContext,
  { growth, count }: Filling,
  work: (portal: FilledPortal) => Promise<void>,
): Promise<void> {
  await withNewSite({ ...context, name: `${growth.of.replaceAll(' ', '_')}_${count}` }, async (site) => {
    context.say(`Making ${count.toLocaleString('en-US')} ${growth.of} …`)
    await withClient(site, (client) => growth.fill(client, count))
    const portal = await startPortal(site)
    try {
      await work({ ...portal, site })
    } finally {
      await portal.server.stop()
    }
  })
}

async function targetOf({ server, headers, site }: FilledPortal, { path, as, until }: Page): Promise<Target> {
  const own = as === undefined ? headers : { cookie: await sessionOf(site, as) }
  return { origin: server.origin, path, headers: own, until }
}

/** The cookie of a session that is begun for that account, which needs no password for it. */
async function sessionOf(site: Site, email: string): Promise<string> {
  const { token } = newToken()
  await withClient(site, (client) =>
    client.query(
      `INSERT INTO session (token_hash, account_id, created_at, last_seen_at, proven_at, address)
       SELECT $1, id, now(), now(), now(), '127.0.0.1' FROM account WHERE email = $2`,
      [hashToken(token), email],
    ),
  )
  return `portal_session=${token}`
}

type PageToReport = {
  growth: Growth
  name: string
  reason: string | undefined
  targets: readonly Target[]
}

async function reportPage(
  { rounds, report }: BenchContext,
  { growth: { of, small, large, atMost }, name, reason, targets }: PageToReport,
): Promise<void> {
  const run = async () => {
    await measureInTurn(targets, WARM_UP)
    return measureInTurn(targets, TURNS)
  }
  const measured = await interleave([{ name: 'sizes', run }], rounds)
  const [few = [], many = []] = targets.map((_, at) =>
    column(measured, 'sizes', (answers) => answers[at]?.p50 ?? Number.NaN),
  )
  report({
    work: `${name}: ${large.toLocaleString('en-US')} ${of} / ${small.toLocaleString('en-US')}`,
    values: ratios(many, few),
    goal: { atMost },
    figures: `p50 ms: ${spread(many).median.toFixed(2)} / ${spread(few).median.toFixed(2)}`,
    voided: measured.voided,
    ...(reason === undefined ? {} : { reason }),
  })
}
