import { mkdir, writeFile, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { callPath } from '@portal/contract/call-path.ts'
import { downloadUpload } from '@portal/contract/files/files.ts'
import { Client } from 'pg'
import type { Bench, BenchContext } from './lib/bench.ts'
import { startChild, type ChildServer } from './lib/child-server.ts'
import { compareRates } from './lib/comparison.ts'
import { load } from './lib/load.ts'
import { startPortal, withNewSite, type Site } from './lib/site.ts'
import { upload, uploadBody } from './lib/uploads.ts'

const FLOOR = join(import.meta.dirname, 'floors/download-floor.ts')
const UNCHANGED_FLOOR = join(import.meta.dirname, 'floors/unchanged-floor.ts')
const MEGABYTE = 1_048_576
const SIZE = 50 * MEGABYTE
const CONNECTIONS = 2

type Reader = { origin: string; path: string; headers: Readonly<Record<string, string>> }
type Kind = {
  work: string
  asks: Readonly<Record<string, string>>
  status: number
  requests: number
  /** Of the floor's rate. */
  atLeast: number
}

/**
 * A document of 50 MB sent whole and in part, against a bare stream of a file, and not at all to somebody who has it, against
 * one query.
 */
export const benchDownload: Bench = async (context) => {
  await withNewSite({ ...context, name: 'downloads' }, async (site) => {
    const portal = await startPortal(site)
    const file = join(context.folder, 'download-floor', 'document.pdf')
    await mkdir(join(context.folder, 'download-floor'), { recursive: true })
    await writeFile(file, randomBytes(SIZE))
    const floor = await startChild({ program: FLOOR, environment: { FLOOR_FILE: file }, readyPath: '/' })
    const unchangedFloor = await startChild({
      program: UNCHANGED_FLOOR,
      environment: { FLOOR_CONNECTION: JSON.stringify(site.connection) },
      readyPath: '/',
    })
    try {
      const { origin } = portal.server
      await upload({ origin, headers: portal.headers, body: uploadBody(SIZE), atOnce: 1, count: 1 })
      const ours = {
        server: portal.server,
        origin,
        headers: portal.headers,
        path: `/api${callPath(downloadUpload, { params: { fileId: await newestDocument(site) } })}`,
      }
      const stream = { server: floor, origin: floor.origin, headers: {}, path: '/' }
      const unchanged = { ...ours, server: unchangedFloor, origin: unchangedFloor.origin }
      for (const kind of await kindsOf(ours)) {
        const pair = { portal: ours, floor: kind.status === 304 ? unchanged : stream }
        await benchKind(context, { kind, pair })
      }
    } finally {
      await unchangedFloor.stop()
      await floor.stop()
      await portal.server.stop()
      await rm(join(context.folder, 'download-floor'), { recursive: true, force: true })
    }
  })
}

async function kindsOf({ origin, path, headers }: Reader): Promise<Kind[]> {
  const answer = await fetch(new URL(path, origin), { method: 'HEAD', headers })
  const tag = answer.headers.get('etag') ?? ''
  return [
    { work: 'download of 50 MB', asks: {}, status: 200, requests: 20, atLeast: 0.9 },
    {
      work: 'download of a range, 25 MB of 50',
      asks: { range: `bytes=1000-${SIZE / 2 + 999}` },
      status: 206,
      requests: 30,
      atLeast: 1,
    },
    {
      work: 'download that is not needed (304)',
      asks: { 'if-none-match': tag },
      status: 304,
      requests: 1500,
      atLeast: 0.5,
    },
  ]
}

type Pair = { portal: Reader & { server: ChildServer }; floor: Reader & { server: ChildServer } }

async function benchKind(
  { rounds, report }: BenchContext,
  { kind, pair }: { kind: Kind; pair: Pair },
): Promise<void> {
  const side = ({ server, origin, path, headers }: Pair['portal']) => ({
    server,
    run: () =>
      load({
        origin,
        paths: [path],
        headers: { ...headers, ...kind.asks },
        connections: CONNECTIONS,
        requests: kind.requests,
        status: kind.status,
      }),
  })
  const { work, atLeast } = kind
  const sides = { portal: side(pair.portal), floor: side(pair.floor) }
  const figuresIn = kind.status === 304 ? 'requests' : 'MiB'
  report(
    await compareRates({
      work,
      ...sides,
      rounds,
      atLeast,
      figuresIn,
    }),
  )
}

async function newestDocument({ connection }: Site): Promise<number> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<{ id: number }>('SELECT max(id) AS id FROM document')
  await client.end()
  return rows[0]?.id ?? 0
}
