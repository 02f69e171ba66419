import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { COMMAND_LINE } from '../records/access/actor.ts'
import type { World } from '../records/context.ts'
import { requireCounty } from '../records/counties/counties.usecases.ts'
import { importFile } from '../records/imports/import-file.ts'
import type { SampleImport } from './sample-imports.ts'

/** Imports the files as the command line does. A repeated import after an interrupted first start changes nothing. */
export async function importSamples(world: World, samples: readonly SampleImport[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  try {
    for (const sample of samples) await importSample(world, sample, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importSample(
  world: World,
  { kind, countyId, year, lines }: SampleImport,
  folder: string,
): Promise<void> {
  const county = await requireCounty(world, String(countyId))
  const path = join(folder, `${kind.name}-${county.name}${year === null ? '' : `-${year}`}.csv`)
  await writeFile(path, Papa.unparse([...lines]))
  const context = { ...world, actor: COMMAND_LINE, progress: () => {} }
  const { outcome } = await importFile(context, {
    kind,
    county,
    year,
    path,
    strict: true,
    replace: false,
    confirm: false,
  })
  const [refused] = outcome.refused
  if (refused) throw new Error(`${path}: line ${refused.line}: ${refused.column} ${refused.reason}`)
}
