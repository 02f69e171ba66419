import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../engines/config/environment.ts'
import { createDropFolder } from '../rooms/doors/drop-folder/drop-folder.ts'
import { SETTLE_MS } from '../rooms/doors/drop-folder/settled.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

const NEVER = new AbortController().signal

export type DropPortal = Awaited<ReturnType<typeof dropPortal>>

/** A portal with a drop folder in which the county Loving has its own, with one account. */
export async function dropPortal(environment: Environment = {}) {
  const root = await mkdtemp(join(tmpdir(), 'portal-drop-'))
  const portal = await testPortal({ environment: { DROP_FOLDER: root, ...environment } })
  const county = await portal.addCounty('Loving')
  const clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: county.CountyID })
  const folder = join(root, 'Loving')
  await mkdir(folder)
  await writeDropSettings(root, 'Loving')
  const look = lookerAt(portal)
  return {
    ...portal,
    root,
    folder,
    county,
    clerk,
    look,
    drop: (name: string, bytes: Buffer | string) => writeFile(join(folder, name), bytes),
    /** What lies there, in words; folders of the portal's own have what is in them behind a slash. */
    listed: () => listed(folder),
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    documents: async () =>
      (
        await portal.pool.query<{ id: number; file_name: string; uploaded_by: number; county_id: number }>(
          'SELECT id, file_name, uploaded_by, county_id FROM document ORDER BY id',
        )
      ).rows,
    async close() {
      await portal.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export async function writeDropSettings(root: string, name: string, other: object = {}): Promise<void> {
  const settings = { account: 'clerk@loving.example', category: 'Industrial', type: 'Rendition', ...other }
  await writeFile(join(root, `${name}.json`), JSON.stringify(settings))
}

/** A server that looks into the drop folder: twice, with time for what lies there to settle. */
export function lookerAt({ world, clock }: Pick<TestPortal, 'world' | 'clock'>) {
  const once = createDropFolder()
  return async () => {
    await once(world, NEVER)
    clock.advance(SETTLE_MS)
    await once(world, NEVER)
  }
}

async function listed(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}
