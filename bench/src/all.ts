import type { Bench } from './lib/bench.ts'
import { openDocumentsSite } from './lib/documents-site.ts'
import { readRows, worseRows, writeRows } from './lib/last-run.ts'
import { loadNow, machine } from './lib/machine.ts'
import { readOptions, type Size } from './lib/options.ts'
import { isMet, progress, TABLE_HEAD, tableRow, type Row } from './lib/report.ts'
import { withClient } from './lib/site-client.ts'
import { withNewSite, type Site } from './lib/site.ts'
import { benchArchives } from './archives.ts'
import { benchBackup } from './backup.ts'
import { benchCounties } from './counties.ts'
import { benchDocumentHistory } from './document-history.ts'
import { benchDownload } from './download.ts'
import { benchFirstPage } from './first-page.ts'
import { benchHistory } from './history.ts'
import { benchJobs } from './jobs.ts'
import { benchList, benchListArchive } from './list.ts'
import { benchRuns } from './runs.ts'
import { benchOcr } from './ocr.ts'
import { benchOwnerImport } from './owner-import.ts'
import { benchOwnersScreen } from './owners-screen.ts'
import { benchPeople } from './people.ts'
import { benchSearch } from './search.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStart } from './start.ts'
import { benchSuggestions } from './suggestions.ts'
import { benchUpload } from './upload.ts'
import { benchUploadBesideWorker } from './upload-beside-worker.ts'
import { within } from './lib/within.ts'

/** Milliseconds; with ten million documents to make, a bench takes an hour and a half. */
const BENCH_BOUND_MS = 4 * 3_600_000

const BENCHES: Readonly<Record<string, Bench>> = {
  start: benchStart,
  'sign-in': benchSignIn,
  list: benchList,
  download: benchDownload,
  archives: benchArchives,
  upload: benchUpload,
  'upload-beside-worker': benchUploadBesideWorker,
  'first-page': benchFirstPage,
  suggestions: benchSuggestions,
  people: benchPeople,
  history: benchHistory,
  'document-history': benchDocumentHistory,
  counties: benchCounties,
  jobs: benchJobs,
  backup: benchBackup,
  'owner-import': benchOwnerImport,
  'owners-screen': benchOwnersScreen,
  ocr: benchOcr,
  runs: benchRuns,
  // Only by name: it fills gigabytes.
  search: benchSearch,
  // It leaves the largest set with more documents than its name says.
  'list-archive': benchListArchive,
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const say = (line: string) => console.log(line)
const rows: Row[] = []
const sites = new Map<Size, Promise<Site>>()

const options = readOptions(process.argv.slice(2))
// Read first: hours of measuring are not lost to a wrong name.
const last = options.compare === undefined ? [] : await readRows(options.compare)
const names =
  options.only.length > 0 ? options.only : Object.keys(BENCHES).filter((name) => name !== 'search')
try {
  for (const name of names) {
    const bench = BENCHES[name]
    if (!bench) throw new Error(`--only ${name} is unknown: ${Object.keys(BENCHES).join(', ')}.`)
    await within(BENCH_BOUND_MS, `The bench ${name}`, bench({ ...options, documents, report, say }))
  }
  say(`\n${await describe()}\n`)
  say(TABLE_HEAD)
  for (const row of rows) say(tableRow(row))
  say(`\n${rows.filter(isMet).length} of ${rows.length} goals met.`)
  if (options.json !== undefined) await writeRows(options.json, rows)
  const worse = worseRows(rows, last)
  for (const line of worse) say(line)
  if (worse.length > 0) process.exitCode = 1
} finally {
  for (const site of sites.values()) await (await site).close()
}

function report(row: Row): void {
  const measured = { ...row, load: loadNow() }
  rows.push(measured)
  say(progress(measured))
}

function documents(size: Size): Promise<Site> {
  const known = sites.get(size)
  if (known) return known
  const opening = openDocumentsSite(size, { folder: options.folder, databaseUrl: options.databaseUrl, say })
  sites.set(size, opening)
  return opening
}

/** Of benches that have no documents none are made for it. */
async function describe(): Promise<string> {
  const [used] = sites.values()
  const version = used
    ? await versionAt(await used)
    : await withNewSite({ ...options, name: 'version' }, versionAt)
  return machine(version)
}

async function versionAt(site: Site): Promise<string> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      `SELECT 'PostgreSQL ' || current_setting('server_version') AS version`,
    )
    return rows[0]?.version ?? 'PostgreSQL'
  })
}
