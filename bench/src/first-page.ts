import { callPath } from '@portal/contract/call-path.ts'
import { getPageImage, previewUpload } from '@portal/contract/viewer/viewer.ts'
import type { Bench } from './lib/bench.ts'
import { scannedPdf, scannedPage } from './lib/scanned-pdf.ts'
import { withClient } from './lib/site-client.ts'
import { startPortal, withNewSite, type SignedInPortal, type Site } from './lib/site.ts'
import { median } from './lib/statistics.ts'
import { upload, uploadBodyOf } from './lib/uploads.ts'

/** The portal refuses files from 50 MiB on. */
const BYTES = 50_000_000
/** As wide as the preview beside the list asks on a usual screen. */
const WIDTH = 1200

/** The first page of a scan of 50 MB that nobody has looked at yet, with the child that draws pages already started. */
export const benchFirstPage: Bench = async (context) => {
  const scan = await scannedPage()
  const file = await scannedPdf(scan, BYTES)
  await withNewSite({ ...context, name: 'first_page' }, async (site) => {
    const portal = await startPortal(site)
    try {
      await firstPage(portal, await storeOne(portal, site, await scannedPdf(scan, 1)))
      const rounds: { preview: number; image: number }[] = []
      for (let round = 0; round < context.rounds; round += 1) {
        // Another hash, so the server has no pictures of it.
        const own = Buffer.concat([file, Buffer.from(`\n% ${round}\n`)])
        rounds.push(await firstPage(portal, await storeOne(portal, site, own)))
      }
      const previews = rounds.map(({ preview }) => preview)
      const images = rounds.map(({ image }) => image)
      context.report({
        work: 'first page of a PDF of 50 MB that nobody has looked at',
        values: rounds.map(({ preview, image }) => (preview + image) / 1000),
        unit: 's',
        goal: { atMost: 0.5 },
        figures: `sizes of the pages ${median(previews).toFixed(0)} ms, picture ${median(images).toFixed(0)} ms`,
        voided: [],
      })
    } finally {
      await portal.server.stop()
    }
  })
}

async function storeOne({ server, headers }: SignedInPortal, site: Site, file: Buffer): Promise<number> {
  await upload({ origin: server.origin, headers, body: uploadBodyOf(file), atOnce: 1, count: 1 })
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ id: number }>('SELECT max(id) AS id FROM document')
    return rows[0]?.id ?? 0
  })
}

/** Milliseconds of the two calls that the viewer makes one after the other. */
async function firstPage(
  portal: SignedInPortal,
  fileId: number,
): Promise<{ preview: number; image: number }> {
  const preview = await timeOf(portal, callPath(previewUpload, { params: { fileId } }))
  const image = await timeOf(
    portal,
    callPath(getPageImage, { params: { fileId, page: 1 }, query: { width: WIDTH } }),
  )
  return { preview, image }
}

async function timeOf({ server, headers }: SignedInPortal, path: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(new URL(`/api${path}`, server.origin), { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return performance.now() - started
}
