import { randomUUID } from 'node:crypto'
import { downloadArchive, prepareArchive } from '@portal/contract/archives/archives.ts'
import { callPath } from '@portal/contract/call-path.ts'
import type { Bench } from './lib/bench.ts'
import { startPortal, withNewSite, type SignedInPortal } from './lib/site.ts'
import { upload, uploadBody } from './lib/uploads.ts'

const MEGABYTE = 1_048_576
const DOCUMENTS = 2000
const GROWTH_MB = 64

/** The memory of a server while it sends a ZIP file of 2,000 documents of 1 MB. */
export const benchArchives: Bench = async (context) => {
  await withNewSite({ ...context, name: 'archives' }, async (site) => {
    const portal = await startPortal(site)
    try {
      const { origin } = portal.server
      const count = DOCUMENTS
      await upload({ origin, headers: portal.headers, body: uploadBody(MEGABYTE), atOnce: 4, count })
      const idle = portal.server.memory()
      if (idle === null) return
      let most = 0
      const watch = setInterval(() => (most = Math.max(most, portal.server.memory() ?? 0)), 20)
      const growths: number[] = []
      const rates: number[] = []
      try {
        for (let round = 0; round < context.rounds; round += 1) {
          most = 0
          rates.push(await downloadAll(portal))
          growths.push((most - idle) / MEGABYTE)
        }
      } finally {
        clearInterval(watch)
      }
      context.report({
        work: 'memory growth in a ZIP file of 2,000 documents of 1 MB',
        values: growths,
        unit: 'MB',
        goal: { atMost: GROWTH_MB },
        figures: `idle ${inWhole(idle / MEGABYTE)} MB, ${rates.map(inWhole).join(', ')} MiB a second`,
        voided: [],
      })
    } finally {
      await portal.server.stop()
    }
  })
}

const inWhole = (value: number) => value.toFixed(0)

/** Reads all documents as one archive. Returns MiB a second. @throws Error for any other answer, and a short one. */
async function downloadAll({ server: { origin }, headers }: SignedInPortal): Promise<number> {
  const key = randomUUID()
  const prepared = await fetch(new URL(`/api${callPath(prepareArchive)}`, origin), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ key, selection: { filter: '' } }),
  })
  if (prepared.status !== 200) throw new Error(`An archive answered ${prepared.status}.`)
  const begun = performance.now()
  const answer = await fetch(new URL(`/api${callPath(downloadArchive, { params: { key } })}`, origin), {
    headers,
  })
  let bytes = 0
  for await (const piece of answer.body ?? []) bytes += piece.length
  if (bytes < DOCUMENTS * MEGABYTE) throw new Error(`An archive had only ${bytes} bytes.`)
  return bytes / MEGABYTE / ((performance.now() - begun) / 1000)
}
