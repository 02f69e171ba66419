import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { COMMAND_LINE } from '@portal/server/src/records/access/actor.ts'
import { readSettings } from '@portal/server/src/engines/config/settings.ts'
import { addCounty } from '@portal/server/src/records/counties/counties.usecases.ts'
import { importFile } from '@portal/server/src/records/imports/import-file.ts'
import { buildWorld } from '@portal/server/src/world.ts'
import type { CommandContext } from '@portal/server/src/records/context.ts'
import { ownerValueImport } from '@portal/server/src/records/parties/owner-values/owner-values.import-kind.ts'
import type { Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Bench } from './lib/bench.ts'
import { writeCopyFile, writeRollFile } from './lib/owner-values-file.ts'
import { column, interleave, ratios } from './lib/rounds.ts'
import { withNewSite } from './lib/site.ts'
import { spread } from './lib/statistics.ts'

const ROWS = 1_000_000
const YEAR = 2026
/** Of the floor's rate. */
const GOAL = 0.4
const SILENT = { info() {}, warn() {}, error() {} }

type Files = { roll: string; copy: string }

/** A million owner values of parties that the county knows, against COPY of the same rows into one table with the same key. */
export const benchOwnerImport: Bench = async (context) => {
  await withNewSite({ ...context, name: 'owner_import' }, async (site) => {
    const files = { roll: join(site.folder, 'roll.csv'), copy: join(site.folder, 'roll.copy') }
    await Promise.all([
      writeRollFile({ path: files.roll, rows: ROWS }),
      writeCopyFile({ path: files.copy, rows: ROWS }),
    ])
    const world = await buildWorld(readSettings(site.environment), { log: SILENT, isServer: false })
    try {
      const importContext = { ...world, actor: COMMAND_LINE, progress: () => {} }
      const county = { name: 'Bench', number: null, emailDomains: [], emailAddresses: [] }
      const { CountyID: countyId } = await addCounty(importContext, county)
      const measured = await measure(importContext, { files, countyId, rounds: context.rounds })
      const seconds = (name: string) => column(measured, name, (value) => value)
      context.report({
        work: `import of ${ROWS.toLocaleString('en-US')} owner values of known parties`,
        values: ratios(seconds('floor'), seconds('portal')),
        goal: { atLeast: GOAL },
        figures: `${spread(seconds('portal')).median.toFixed(2)} / ${spread(seconds('floor')).median.toFixed(2)} s`,
        voided: measured.voided,
      })
    } finally {
      await world.close()
    }
  })
}

type ImportContext = Pick<CommandContext, 'database' | 'clock' | 'jobs' | 'actor' | 'progress'>
type Measuring = { files: Files; countyId: number; rounds: number }

async function measure(context: ImportContext, { files, countyId, rounds }: Measuring) {
  const { pool } = context.database
  const portal = async () => {
    await pool.query('TRUNCATE owner_value, owner_roll, job')
    return timed(() => importRoll(context, { path: files.roll, countyId }))
  }
  const floor = async () => {
    await pool.query('DROP TABLE IF EXISTS floor; CREATE TABLE floor (LIKE owner_value INCLUDING ALL)')
    const taken = await timed(() => copy(pool, files.copy))
    await pool.query('DROP TABLE floor')
    return taken
  }
  // The parties are new to the county in the first one.
  await portal()
  await pool.query('VACUUM ANALYZE')
  return interleave(
    [
      { name: 'portal', run: portal },
      { name: 'floor', run: floor },
    ],
    rounds,
  )
}

async function importRoll(context: ImportContext, { path, countyId }: { path: string; countyId: number }) {
  const { outcome } = await importFile(context, {
    kind: ownerValueImport,
    county: { id: countyId, number: null },
    year: YEAR,
    path,
    strict: true,
    replace: false,
    confirm: false,
  })
  if (outcome.inserted !== ROWS) throw new Error(`Imported ${outcome.inserted} of ${ROWS} rows.`)
}

async function copy(pool: Pool, path: string): Promise<void> {
  const client = await pool.connect()
  try {
    await pipeline(createReadStream(path), client.query(copyFrom('COPY floor FROM STDIN')))
  } finally {
    client.release()
  }
}

/** Seconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
