import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setInterval } from 'node:timers'
import { callPath } from '@portal/contract/call-path.ts'
import { beginResumable } from '@portal/contract/files/resumable.ts'
import { Client } from 'pg'
import type { Bench, BenchContext } from './lib/bench.ts'
import { startChild, type ChildServer } from './lib/child-server.ts'
import { compareRates, type WorkResult } from './lib/comparison.ts'
import { SIZES } from './lib/options.ts'
import { startPortal, withNewSite, type SignedInPortal, type Site } from './lib/site.ts'
import { uploadByTus } from './lib/tus-uploads.ts'
import { upload, uploadBody, type UploadBody } from './lib/uploads.ts'

const FLOOR = join(import.meta.dirname, 'floors/upload-floor.ts')
const TUS_FLOOR = join(import.meta.dirname, 'floors/tus-server-floor.ts')
const AT_ONCE = 8
const MEGABYTE = 1_048_576
const LARGE = 50 * MEGABYTE
const SMALL_COUNT = 200
const TINY = 102_400
const TINY_COUNT = 500

/** Uploads stored, hashed, synced and recorded: large and small ones against bare files, and on a full portal. */
export const benchUpload: Bench = async (context) => {
  await withNewSite({ ...context, name: 'uploads' }, async (site) => {
    const portal = await startPortal(site)
    const folder = join(context.folder, 'upload-floor')
    await mkdir(folder, { recursive: true })
    const floor = await startChild({ program: FLOOR, environment: { FLOOR_FOLDER: folder }, readyPath: '/' })
    try {
      await benchLarge(context, { portal, floor })
      await benchSmall(context, { portal, floor })
      await benchResumable(context, { portal, floor })
      await benchTusServer(context, { portal, folder })
      if (context.sizes.includes('1m')) await benchOnFull(context, portal)
    } finally {
      await floor.stop()
      await portal.server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

type Pair = { portal: SignedInPortal; floor: ChildServer }

async function benchLarge({ rounds, report }: BenchContext, { portal, floor }: Pair): Promise<void> {
  await upload({ ...to(portal), body: uploadBody(MEGABYTE), atOnce: 1, count: AT_ONCE })
  const idle = portal.server.memory()
  const body = uploadBody(LARGE)
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, portal.server.memory() ?? 0)), 20)
  const growths: number[] = []
  const ours = async () => {
    most = 0
    const done = await eight({ ...to(portal), body })
    if (idle !== null) growths.push((most - idle) / MEGABYTE)
    return done
  }
  try {
    const least = () => eight({ origin: floor.origin, headers: {}, body })
    const sides = { portal: { server: portal.server, run: ours }, floor: { server: floor, run: least } }
    report(
      await compareRates({
        work: 'upload of 50 MB × 8 at once',
        ...sides,
        rounds,
        atLeast: 1,
        figuresIn: 'MiB',
      }),
    )
  } finally {
    clearInterval(watch)
  }
  if (idle === null) return
  const figures = `idle ${(idle / MEGABYTE).toFixed(0)} MB`
  report({
    work: 'memory growth in it',
    values: growths,
    unit: 'MB',
    goal: { atMost: 64 },
    figures,
    voided: [],
  })
}

async function benchSmall({ rounds, report }: BenchContext, { portal, floor }: Pair): Promise<void> {
  const body = uploadBody(MEGABYTE)
  const sides = {
    portal: { server: portal.server, run: () => many({ ...to(portal), body }) },
    floor: { server: floor, run: () => many({ origin: floor.origin, headers: {}, body }) },
  }
  report(
    await compareRates({
      work: 'upload of 1 MB × 8 at once',
      ...sides,
      rounds,
      atLeast: 0.65,
      figuresIn: 'MiB',
    }),
  )
}

/** By tus, against the same floor; and many small ones against the plain call of the same portal. */
async function benchResumable({ rounds, report }: BenchContext, { portal, floor }: Pair): Promise<void> {
  const { server } = portal
  const byTus = (bytes: number, count: number) => byTusTo(portal, { bytes, count })
  const large = uploadBody(LARGE)
  const small = uploadBody(MEGABYTE)
  const tiny = uploadBody(TINY)
  const least = (run: () => Promise<WorkResult>) => ({ server: floor, run })
  const bare = { origin: floor.origin, headers: {} }
  report(
    await compareRates({
      work: 'resumable upload of 50 MB × 8 at once',
      portal: byTus(LARGE, AT_ONCE),
      floor: least(() => eight({ ...bare, body: large })),
      rounds,
      atLeast: 0.8,
      figuresIn: 'MiB',
    }),
  )
  report(
    await compareRates({
      work: 'resumable upload of 1 MB × 8 at once',
      portal: byTus(MEGABYTE, SMALL_COUNT),
      floor: least(() => many({ ...bare, body: small })),
      rounds,
      atLeast: 0.5,
      figuresIn: 'MiB',
    }),
  )
  report(
    await compareRates({
      work: 'resumable upload of 500 files of 100 KB, against the plain call',
      portal: byTus(TINY, TINY_COUNT),
      floor: {
        server,
        run: () => upload({ ...to(portal), body: tiny, atOnce: AT_ONCE, count: TINY_COUNT }),
      },
      rounds,
      atLeast: 0.5,
      figuresIn: 'requests',
    }),
  )
}

/** Against the library that speaks tus for others, which keeps the bytes and proves nothing of them. */
async function benchTusServer(
  { rounds, report }: BenchContext,
  { portal, folder }: { portal: SignedInPortal; folder: string },
): Promise<void> {
  const library = await startChild({
    program: TUS_FLOOR,
    environment: { FLOOR_FOLDER: folder },
    readyPath: '/ready',
  })
  const endpoint = new URL('/files', library.origin)
  const work = [
    { name: '50 MB × 8 at once', bytes: LARGE, count: AT_ONCE, atLeast: 0.5 },
    { name: '1 MB × 8 at once', bytes: MEGABYTE, count: SMALL_COUNT, atLeast: 0.4 },
  ]
  try {
    for (const { name, atLeast, ...sizes } of work) {
      report(
        await compareRates({
          work: `resumable upload of ${name}, against @tus/server`,
          portal: byTusTo(portal, sizes),
          floor: {
            server: library,
            run: () => uploadByTus({ endpoint, headers: {}, atOnce: AT_ONCE, ...sizes }),
          },
          rounds,
          atLeast,
          figuresIn: 'MiB',
        }),
      )
    }
  } finally {
    await library.stop()
  }
}

function byTusTo({ server, headers }: SignedInPortal, sizes: { bytes: number; count: number }) {
  const endpoint = new URL(`/api${callPath(beginResumable)}`, server.origin)
  return { server, run: () => uploadByTus({ endpoint, headers, atOnce: AT_ONCE, ...sizes }) }
}

/** The kept portal gets its documents back as they were. */
async function benchOnFull(
  { rounds, report, documents }: BenchContext,
  empty: SignedInPortal,
): Promise<void> {
  const site = await documents('1m')
  const full = await startPortal(site)
  const body = uploadBody(MEGABYTE)
  const work = 'upload of 1 MB × 8 at 1 M documents, against none'
  try {
    const sides = {
      portal: { server: full.server, run: () => many({ ...to(full), body }) },
      floor: { server: empty.server, run: () => many({ ...to(empty), body }) },
    }
    report(await compareRates({ work, ...sides, rounds, atLeast: 0.9, figuresIn: 'MiB' }))
  } finally {
    await full.server.stop()
    await removeUploads(site)
  }
}

async function removeUploads({ connection, folder }: Site): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await client.query(`DELETE FROM document WHERE storage_key NOT LIKE 'bench/%'`)
  await client.query('SELECT fold_document_counts(1000000)')
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::integer AS n FROM document')
  await client.end()
  if (rows[0]?.n !== SIZES['1m']) throw new Error('The kept documents are not as they were.')
  await rm(join(folder, 'documents'), { recursive: true, force: true })
}

function to({ server, headers }: SignedInPortal) {
  return { origin: server.origin, headers }
}

type Sending = { origin: string; headers: Readonly<Record<string, string>>; body: UploadBody }

function eight(work: Sending): Promise<WorkResult> {
  return upload({ ...work, atOnce: AT_ONCE, count: AT_ONCE })
}

function many(work: Sending): Promise<WorkResult> {
  return upload({ ...work, atOnce: AT_ONCE, count: SMALL_COUNT })
}
