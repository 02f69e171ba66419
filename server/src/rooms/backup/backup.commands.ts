import { readRuns } from '../../engines/backup/backup-runs.repository.ts'
import { checkBackup } from '../../engines/backup/check-backup.ts'
import { locationFrom } from '../../engines/backup/location.ts'
import { refuseOtherTablesThanOwn } from '../../engines/backup/other-tables.ts'
import type { MadeBackup } from '../../engines/backup/make-backup.ts'
import type { Manifest } from '../../engines/backup/manifest.ts'
import { STEP_TIMEOUT_MS, StepTimeout } from '../../engines/backup/step-timeout.ts'
import { DamagedBackup, PlaceSilent, UnusablePlace } from '../../engines/backup/place.ts'
import { placesWith } from '../../engines/backup/places.ts'
import { NotEmpty } from '../../engines/backup/restore-backup.ts'
import { CommandError, type Command, type CommandOutcome } from '../../engines/commands/command.ts'
import type { CommandContext, Context } from '../../records/context.ts'
import { listBackups } from './stored-backups.ts'
import { takeBackup, type BackupContext } from './backup.usecases.ts'
import { LEFT_OUT } from './portal-data.repository.ts'
import { restorePortal, type RestoreOrder } from './restore.usecases.ts'
import { counted } from '../../engines/warnings/counted.ts'

/** `schemaOf` returns the schema that a restore creates. */
export function backupCommands(schemaOf: RestoreOrder['schemaOf']): readonly Command<Context>[] {
  return [
    {
      name: 'backup list',
      usage: '[DIR]',
      summary: 'The backups in a folder or bucket, or in BACKUP_DIR.',
      options: {},
      positionals: 0,
      morePositionals: 1,
      onlyReads: true,
      run: (context, { positionals: [folder], workingDirectory }) =>
        inOneLine(() =>
          list(atPlaces(context), folder === undefined ? null : locationFrom(workingDirectory, folder)),
        ),
    },
    {
      name: 'backup',
      usage: 'DIR [--since EARLIER] | DIR --check',
      summary:
        'Backs all of the portal up into a new folder or s3://bucket/prefix, while it runs; or proves a backup.',
      options: { since: { type: 'string' }, check: { type: 'boolean' } },
      positionals: 1,
      onlyReads: true,
      run(context, { values, positionals: [folder = ''], workingDirectory }) {
        const location = locationFrom(workingDirectory, folder)
        const earlier = values['since']
        const since = typeof earlier === 'string' ? locationFrom(workingDirectory, earlier) : null
        const at = atPlaces(context)
        return inOneLine(() => (values['check'] ? check(at, location) : backUp(at, location, since)))
      },
    },
    {
      name: 'restore',
      usage: 'DIR',
      summary: 'Makes an empty portal that does not run what a backup says.',
      options: {},
      positionals: 1,
      onlyReads: false,
      makesPortal: true,
      run: (context, { positionals: [folder = ''], workingDirectory }) =>
        inOneLine(() =>
          restore(atPlaces(context), { location: locationFrom(workingDirectory, folder), schemaOf }),
        ),
    },
  ]
}

type AtPlaces = CommandContext & Pick<BackupContext, 'places'>

function atPlaces(context: CommandContext): AtPlaces {
  const places = placesWith(context.settings.bucketKeys)
  return { ...context, places: new StepTimeout({ silenceMs: STEP_TIMEOUT_MS }).with(places) }
}

async function backUp(context: AtPlaces, location: string, since: string | null): Promise<CommandOutcome> {
  const made = await takeBackup(context, { location, since, onProgress: context.progress })
  context.progress('')
  for (const { key, reason } of made.lacking) context.print(`The bytes of ${key} could not be had: ${reason}`)
  context.print(`${countsOf(made.manifest)}, ${megabytes(made.ownBytes)} of them in ${location}.`)
  const { lacking } = made.manifest.objects
  if (lacking > 0)
    context.print(
      `${counted(lacking, 'stored file has', 'stored files have')} no bytes in it: \`portal verify\` says which are damaged.`,
    )
  return { json: factsOf(made, location), exitCode: lacking > 0 ? 3 : 0 }
}

function factsOf({ manifest, ownBytes }: MadeBackup, location: string): object {
  const { id, takenAt, objects, others } = manifest
  return {
    id,
    folder: location,
    takenAt,
    documents: objects.count,
    bytes: objects.bytes,
    ownBytes,
    lacking: objects.lacking,
    isWhole: others.length === 0,
  }
}

async function list(context: AtPlaces, named: string | null): Promise<CommandOutcome> {
  const [last] = (await readRuns(context.database.kysely)).runs
  if (last?.failure) context.print(`The last try, ${last.place}, failed: ${last.failure}`)
  const location = named ?? context.settings.backup?.location
  if (location === undefined) {
    if (last?.failure) return { json: { folder: null, backups: [] } }
    throw new CommandError('Please name a folder, or set BACKUP_DIR.')
  }
  const listed = await listBackups({ places: context.places, location })
  const backups = listed.map(({ name, manifest: { id, takenAt, objects, others } }) => ({
    name,
    id,
    takenAt,
    documents: objects.count,
    bytes: objects.bytes,
    lacking: objects.lacking,
    isWhole: others.length === 0,
  }))
  for (const { name, takenAt, documents, bytes, isWhole } of backups) {
    const kind = isWhole ? 'whole' : 'adds to earlier ones'
    context.print(`${name}  ${takenAt}  ${counted(documents, 'stored file')}, ${megabytes(bytes)}  ${kind}`)
  }
  if (backups.length === 0) context.print(`There is no backup in ${location}.`)
  return { json: { folder: location, backups } }
}

async function check(context: AtPlaces, location: string): Promise<CommandOutcome> {
  const place = await context.places.open(location)
  const { manifest } = await checkBackup(place, ({ objects }) =>
    context.progress(`${objects} stored files checked`),
  )
  const leftOut = Object.keys(LEFT_OUT)
  await refuseOtherTablesThanOwn(context.database.pool, { place, manifest, leftOut })
  context.progress('')
  context.print(`${countsOf(manifest)}: the backup of ${manifest.takenAt} is as it was written.`)
  return { json: { ok: true, id: manifest.id, takenAt: manifest.takenAt, documents: manifest.objects.count } }
}

async function restore(context: AtPlaces, order: Omit<RestoreOrder, 'onProgress'>): Promise<CommandOutcome> {
  const restored = await restorePortal(context, { ...order, onProgress: context.progress })
  context.progress('')
  const { objects, bytes, lacking, takenAt, auditDigest, stoppedRuns, anchorsAside } = restored
  context.print(
    `${counted(objects, 'stored file')}, ${megabytes(bytes)}: the portal is as it was at ${takenAt}.`,
  )
  if (lacking > 0)
    context.print(`${lacking} of them had no bytes in the backup; \`portal verify\` names them.`)
  for (const number of stoppedRuns)
    context.print(`Stopped, because the backup was made while it was under way: run ${number}`)
  for (const name of anchorsAside) context.print(`Set aside, because this portal was empty then: ${name}`)
  context.print(`Digest of the audit record as it was then: ${auditDigest}`)
  context.print('Everybody signs in anew. Start the portal.')
  return { json: { documents: objects, bytes, lacking, takenAt, auditDigest, stoppedRuns, anchorsAside } }
}

/** Stored files are documents, and mailbox messages that wait for a person. */
function countsOf({ tables, objects }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${counted(tables.length, 'table')} with ${counted(rows, 'row')}, ${counted(objects.count, 'stored file')} of ${megabytes(objects.bytes)}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Errors about a backup or its place, which the terminal shows as one line. */
const ONE_LINE = [DamagedBackup, PlaceSilent, NotEmpty, UnusablePlace]

async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && ONE_LINE.some((kind) => error instanceof kind)) {
      throw new CommandError(error.message)
    }
    throw error
  }
}
