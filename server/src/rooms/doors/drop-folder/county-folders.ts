import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../../../records/context.ts'
import { findCountiesMeant } from '../../../records/counties/counties.repository.ts'
import type { DocumentDraft } from '../../../records/documents/intake/document-draft.ts'
import { bringsFor, findBringer } from '../../../records/doors/bringer.ts'
import { typesByName } from '../../../records/reference/type-by-name.repository.ts'
import { codeOf } from './byte-paths.ts'
import { readDropSettings, type DropSettings } from './drop-settings.ts'

/** A folder that is taken from, with what is said of all that lies in it. */
export type CountyFolder = {
  readonly name: string
  readonly path: string
  readonly countyId: number
  readonly countyName: string
  readonly accountId: number
  readonly draft: DocumentDraft
}

type FolderWorld = Pick<World, 'database' | 'log'>

export type CountyFolders = {
  readonly folders: readonly CountyFolder[]
  /** Sentences about folders that are left alone. */
  readonly problems: readonly string[]
}

/**
 * The folders of counties in the drop folder, as they and the database say now.
 * @throws the error of the disk where the drop folder cannot be read.
 */
export async function readCountyFolders(world: FolderWorld, root: string): Promise<CountyFolders> {
  const entries = await readdir(root, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  const links = entries.filter((entry) => entry.isSymbolicLink())
  const { kysely } = world.database
  const counties = await findCountiesMeant(
    kysely,
    names.map(({ name }) => name),
  )
  const known = { counties, typeOf: typesByName(kysely) }
  const found = await Promise.all(names.map(({ name }) => readCountyFolder(world, known, { root, name })))
  return {
    folders: found.filter((each) => typeof each !== 'string'),
    problems: [
      ...found.filter((each) => typeof each === 'string'),
      ...links.map(({ name }) => `${name} in the drop folder is a link, and links are not followed.`),
    ],
  }
}

type Place = { readonly root: string; readonly name: string }
type Known = {
  readonly counties: Awaited<ReturnType<typeof findCountiesMeant>>
  readonly typeOf: ReturnType<typeof typesByName>
}

/** A folder, or the sentence that says why nothing is taken from it. */
async function readCountyFolder(
  world: FolderWorld,
  { counties, typeOf }: Known,
  place: Place,
): Promise<CountyFolder | string> {
  const { name } = place
  const { kysely } = world.database
  const county = counties.get(name)
  if (!county) return `The drop folder has a folder ${name}, but there is no county of that name or id.`
  const settings = await readSettingsOf(world, place)
  if (typeof settings === 'string') return settings
  const wrong = (what: string) => `${name}.json of the drop folder ${what}.`
  const { category, type, account, description } = settings
  const named = await typeOf({ category, type })
  if (!named) return wrong('names a category and a type of which the portal does not know')
  const bringer = await findBringer(kysely, account)
  if (!bringer || !bringsFor(bringer, county.id))
    return wrong('names an account that cannot upload for this county')
  return {
    name,
    path: join(place.root, name),
    countyId: county.id,
    countyName: county.name,
    accountId: bringer.accountId,
    draft: { ...named, countyId: county.id, description },
  }
}

async function readSettingsOf({ log }: FolderWorld, { root, name }: Place): Promise<DropSettings | string> {
  const path = join(root, `${name}.json`)
  try {
    // Whoever could put a link there could have any file read.
    if ((await lstat(path)).isFile()) return readDropSettings(`${name}.json`, await readFile(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      log.warn({ err: error }, 'What stands beside a folder of the drop folder cannot be read.')
      return `${name}.json of the drop folder cannot be read: see the log.`
    }
  }
  return `The drop folder has a folder ${name}, but no file ${name}.json beside it that says whose documents come there.`
}
