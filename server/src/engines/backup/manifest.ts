import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { DamagedBackup, MANIFEST, NotThere, type BackupPlace } from './place.ts'

/** Increase this when the portal can no longer read the files of older releases as they are. */
const FORMAT = 1

const sha256 = z.string().regex(/^[\da-f]{64}$/)
const count = z.number().int().nonnegative()
const name = z.string().regex(/^[a-z_][a-z\d_]*$/)
const fileSchema = z.strictObject({ file: z.string().regex(/^[\w./-]+$/), bytes: count, sha256 })

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  id: z.uuid(),
  /** The time of the snapshot, by the database's clock. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256 })),
  tables: z.array(
    z.strictObject({
      name,
      columns: z.array(name),
      partitions: z.array(name),
      rows: count,
      data: fileSchema,
    }),
  ),
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  objects: z.strictObject({
    count,
    bytes: count,
    /** Objects whose bytes were unavailable. */
    lacking: count,
    list: fileSchema,
    places: fileSchema,
    packs: z.array(z.strictObject({ file: z.string(), bytes: count, objects: count })),
  }),
  /** The earlier backups that hold bytes of this one, each with its path relative to this one. */
  others: z.array(z.strictObject({ id: z.uuid(), path: z.string() })),
})

export type Manifest = z.output<typeof manifestSchema>
export type FileFacts = Manifest['tables'][number]['data']
export type BackedUpTable = Manifest['tables'][number]

/** The text of the manifest file. It includes its own hash, so that a changed bit is detected. */
export function manifestText(manifest: Manifest): string {
  const text = JSON.stringify(manifest)
  return `${JSON.stringify({ sha256: hashOf(text), manifest })}\n`
}

/**
 * Reads the manifest of a backup, which exists only if the backup is complete.
 * @throws DamagedBackup with one line.
 */
export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const text = (await readWhole(place)).toString('utf8')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw damaged(place, error)
  }
  const { success, data, error } = z
    .object({ sha256: z.string(), manifest: z.object({ format: z.number() }).loose() })
    .safeParse(parsed)
  if (!success) throw damaged(place, error)
  if (hashOf(JSON.stringify(data.manifest)) !== data.sha256) throw damaged(place)
  if (data.manifest.format !== FORMAT) {
    throw new DamagedBackup(
      `${place.name} has format ${data.manifest.format}, but this release reads ${FORMAT}.`,
    )
  }
  const manifest = manifestSchema.safeParse(data.manifest)
  if (!manifest.success || manifestText(manifest.data) !== text) throw damaged(place, manifest.error)
  return manifest.data
}

async function readWhole(place: BackupPlace): Promise<Buffer> {
  try {
    return await buffer(Readable.from(place.read(MANIFEST)))
  } catch (error) {
    if (!(error instanceof NotThere)) throw error
    throw new DamagedBackup(
      `${place.name} is no whole backup: it has no ${MANIFEST}, which is written last.`,
      { cause: error },
    )
  }
}

function damaged(place: BackupPlace, cause?: unknown): DamagedBackup {
  return new DamagedBackup(`The backup ${place.name} is damaged: ${MANIFEST} is not as it was written.`, {
    cause,
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
