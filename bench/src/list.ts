import { join } from 'node:path'
import { Client } from 'pg'
import type { Bench, BenchContext } from './lib/bench.ts'
import { startChild, type ChildServer } from './lib/child-server.ts'
import { compareRates } from './lib/comparison.ts'
import { ARCHIVE, countsAreFolded, loadArchive } from './lib/documents-data.ts'
import { load } from './lib/load.ts'
import type { Size } from './lib/options.ts'
import type { Row } from './lib/report.ts'
import { startPortal, type SignedInPortal, type Site } from './lib/site.ts'
import { benchGrowth } from './list-growth.ts'
import { LIST_SHAPES, listPath } from './list-shapes.ts'

const FLOOR = join(import.meta.dirname, 'floors/list-floor.ts')
const CONNECTIONS = 6
const SECONDS = 2

function startListFloor({ connection }: Site): Promise<ChildServer> {
  const environment = { FLOOR_CONNECTION: JSON.stringify(connection) }
  return startChild({ program: FLOOR, environment, readyPath: '/healthz' })
}

/** The list at every size: its rate against the bare driver at the largest, its growth from the smallest. */
export const benchList: Bench = async (context) => {
  const portals = new Map<Size, SignedInPortal>()
  try {
    for (const size of context.sizes) portals.set(size, await startPortal(await context.documents(size)))
    const rated = context.sizes.includes('1m') ? '1m' : context.sizes.at(-1)
    const portal = rated && portals.get(rated)
    if (rated && portal) context.report(await rateAgainstFloor(context, { size: rated, portal }))
    await benchGrowth(await sitesOf(portals, context), context)
  } finally {
    for (const { server } of portals.values()) await server.stop()
  }
}

/**
 * The same after a county's archive of a million documents of one day was loaded into the largest set. It stays there: the
 * next run makes that set anew.
 */
export const benchListArchive: Bench = async (context) => {
  const largest = context.sizes.at(-1)
  if (!largest || largest === '10k' || !context.sizes.includes('10k')) return
  const portals = new Map<Size, SignedInPortal>()
  try {
    for (const size of ['10k', largest] as const)
      portals.set(size, await startPortal(await context.documents(size)))
    context.say(`Loading an archive of ${ARCHIVE.toLocaleString('en-US')} documents of one day …`)
    const client = new Client((await context.documents(largest)).connection)
    await client.connect()
    await loadArchive(client)
    await countsAreFolded(client)
    await client.end()
    await benchGrowth(await sitesOf(portals, context), context, ' after an archive of a day')
  } finally {
    for (const { server } of portals.values()) await server.stop()
  }
}

async function sitesOf(portals: ReadonlyMap<Size, SignedInPortal>, { documents }: BenchContext) {
  const sites = [...portals].map(async ([size, { server, headers }]) => {
    const { connection } = await documents(size)
    return [size, { origin: server.origin, headers, connection }] as const
  })
  return new Map(await Promise.all(sites))
}

type RatedPortal = { size: Size; portal: SignedInPortal }

/** Requests a second of a page of 50 with filter, order and total: the portal against the bare driver. */
async function rateAgainstFloor(
  { documents, rounds }: BenchContext,
  { size, portal }: RatedPortal,
): Promise<Row> {
  const paths = LIST_SHAPES.map((shape, i) => listPath(shape, 1 + (i % 2)))
  const floor = await startListFloor(await documents(size))
  const side = (server: ChildServer, headers: Headers) => ({
    server,
    run: () => load({ origin: server.origin, headers, paths, connections: CONNECTIONS, seconds: SECONDS }),
  })
  try {
    await sameBytes(paths, { portal, floor })
    const sides = { portal: side(portal.server, portal.headers), floor: side(floor, {}) }
    await Promise.all([sides.portal.run(), sides.floor.run()])
    return await compareRates({
      work: `list page of 50, filter, order and total, ${size} documents`,
      ...sides,
      rounds,
      atLeast: 0.9,
      figuresIn: 'requests',
    })
  } finally {
    await floor.stop()
  }
}

type Headers = Readonly<Record<string, string>>
type Pair = { portal: SignedInPortal; floor: ChildServer }

async function sameBytes(paths: readonly string[], { portal, floor }: Pair): Promise<void> {
  for (const path of paths) {
    const [ours, least] = await Promise.all([
      textOf(new URL(path, portal.server.origin), portal.headers),
      textOf(new URL(path, floor.origin), {}),
    ])
    if (ours !== least) throw new Error(`Portal and floor answer other bytes to ${path}.`)
  }
}

async function textOf(url: URL, headers: Headers): Promise<string> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}.`)
  return answer.text()
}
