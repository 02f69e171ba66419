import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readTables } from '@portal/server/src/engines/backup/catalog.repository.ts'
import { FOLDERS } from '@portal/server/src/engines/backup/folder-place.ts'
import { readSettings } from '@portal/server/src/engines/config/settings.ts'
import { COMMAND_LINE } from '@portal/server/src/records/access/actor.ts'
import { takeBackup } from '@portal/server/src/rooms/backup/backup.usecases.ts'
import { LEFT_OUT } from '@portal/server/src/rooms/backup/portal-data.repository.ts'
import { restorePortal } from '@portal/server/src/rooms/backup/restore.usecases.ts'
import { restoredSchema } from '@portal/server/src/schema.ts'
import { buildWorld, type OpenedWorld } from '@portal/server/src/world.ts'
import { Client } from 'pg'
import { copyIn, copyOut, emptyTables } from './floors/backup-floor.ts'
import type { Bench, BenchContext } from './lib/bench.ts'
import { loadDocuments } from './lib/documents-data.ts'
import { SIZES, type Size } from './lib/options.ts'
import { column, interleave, ratios } from './lib/rounds.ts'
import { openSite, removeSite, withNewSite, type Site, type SiteOptions } from './lib/site.ts'
import { withClient } from './lib/site-client.ts'
import { spread } from './lib/statistics.ts'
import { DOCUMENT_BYTES, storeDocuments } from './lib/stored-documents.ts'

const SILENT = { info() {}, warn() {}, error() {} }
/** Of larger ones the bytes alone would fill the disk. */
const SIZES_WITH_BYTES: ReadonlySet<Size> = new Set(['10k', '100k'])
const GOALS = { backup: 0.7, restore: 0.5 }

/** Backup and restore of documents of 20 KB, against `cp -r` and COPY. */
export const benchBackup: Bench = async (context) => {
  for (const size of context.sizes.filter((each) => SIZES_WITH_BYTES.has(each))) {
    await withNewSite({ ...ownSite(context), name: `backup_${size}` }, async (site) => {
      await fill(site, SIZES[size])
      const run = new BackupRounds(site, context)
      const measured = await run.measure()
      for (const work of ['backup', 'restore'] as const) {
        const seconds = (who: string) => column(measured, `${work} ${who}`, (taken) => taken)
        const rate = (who: string) =>
          ((SIZES[size] * DOCUMENT_BYTES) / 1e6 / spread(seconds(who)).median).toFixed(0)
        context.report({
          work: `${work} of ${SIZES[size].toLocaleString('en-US')} documents of 20 KB, against cp -r and COPY`,
          values: ratios(seconds('floor'), seconds('portal')),
          goal: { atLeast: GOALS[work] },
          figures: `${rate('portal')} / ${rate('floor')} MB a second`,
          voided: measured.voided,
        })
      }
    })
  }
}

/** Each restore needs a database of its own, so all of it is measured on the portal's own PostgreSQL. */
function ownSite({ folder }: BenchContext): Omit<SiteOptions, 'name'> {
  return { folder, databaseUrl: undefined }
}

async function fill({ connection, folder }: Site, count: number): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await loadDocuments(client, count)
    await storeDocuments(client, folder)
  } finally {
    await client.end()
  }
}

/** One copy of each kind first, from which those that restore begin. */
class BackupRounds {
  readonly #site: Site
  readonly #context: BenchContext
  readonly #folder: string
  #number = 0
  #made: { backup: string; copy: string } | null = null

  constructor(site: Site, context: BenchContext) {
    this.#site = site
    this.#context = context
    // Beside the portal: a backup into its own data is refused.
    this.#folder = `${site.folder}_copies`
  }

  async measure() {
    try {
      return await interleave(this.#contestants(), this.#context.rounds)
    } finally {
      await rm(this.#folder, { recursive: true, force: true })
    }
  }

  #contestants() {
    return [
      { name: 'backup portal', run: () => this.#inNew((into) => this.#backUp(into)) },
      { name: 'backup floor', run: () => this.#inNew((into) => this.#copyOut(into)) },
      { name: 'restore portal', run: () => this.#restore() },
      { name: 'restore floor', run: () => this.#copyIn() },
    ]
  }

  async #inNew(work: (into: string) => Promise<number>): Promise<number> {
    const into = await this.#newFolder()
    try {
      return await work(into)
    } finally {
      await rm(into, { recursive: true, force: true })
    }
  }

  async #newFolder(): Promise<string> {
    await mkdir(this.#folder, { recursive: true })
    return join(this.#folder, String(this.#number++))
  }

  async #backUp(location: string): Promise<number> {
    const world = await openWorld(this.#site.environment)
    try {
      return await timed(() =>
        takeBackup(
          { ...world, places: FOLDERS, actor: COMMAND_LINE },
          { location, since: null, onProgress: () => {} },
        ),
      )
    } finally {
      await world.close()
    }
  }

  #copyOut(into: string): Promise<number> {
    return withClient(this.#site, async (client) => {
      const tables = await tablesOf(client)
      return timed(() => copyOut(client, { documents: join(this.#site.folder, 'documents'), tables, into }))
    })
  }

  async #sources(): Promise<{ backup: string; copy: string }> {
    if (this.#made) return this.#made
    const made = { backup: await this.#newFolder(), copy: await this.#newFolder() }
    await this.#backUp(made.backup)
    await this.#copyOut(made.copy)
    return (this.#made = made)
  }

  async #restore(): Promise<number> {
    const { backup: location } = await this.#sources()
    return this.#inNew(async (dataDir) => {
      const world = await openWorld({ ...this.#site.environment, DATA_DIR: dataDir }, true)
      try {
        const order = { location, schemaOf: restoredSchema, onProgress: () => {} }
        return await timed(() => restorePortal({ ...world, places: FOLDERS, actor: COMMAND_LINE }, order))
      } finally {
        await world.close()
      }
    })
  }

  async #copyIn(): Promise<number> {
    const { copy } = await this.#sources()
    const options = { ...ownSite(this.#context), name: 'backup_floor' }
    const target = await openSite(options)
    try {
      await rm(join(target.folder, 'documents'), { recursive: true, force: true })
      return await withClient(target, async (client) => {
        const tables = await tablesOf(client)
        await emptyTables(client, tables)
        return timed(() =>
          copyIn(client, { from: copy, tables, documents: join(target.folder, 'documents') }),
        )
      })
    } finally {
      await target.close()
      await removeSite(options)
    }
  }
}

async function tablesOf(client: Client) {
  return (await readTables(client)).filter(({ name }) => !(name in LEFT_OUT))
}

type Environment = Site['environment']

function openWorld(environment: Environment, makesPortal = false): Promise<OpenedWorld> {
  return buildWorld(readSettings(environment), {
    log: SILENT,
    isServer: false,
    makesPortal,
    ...(makesPortal ? { prepareSchema: async () => {} } : {}),
  })
}

/** Seconds, once the disk has nothing left to do of what came before. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  await promisify(execFile)('sync')
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
