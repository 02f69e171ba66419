import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../../../records/context.ts'
import { findMatchingCounties } from '../../../records/counties/counties.repository.ts'
import type { DocumentDraft } from '../../../records/intake/document-draft.ts'
import { maySubmitFor, findSubmitters } from '../../../records/deliveries/submitter.ts'
import { typesByName } from '../../../records/reference/type-by-name.repository.ts'
import { codeOf } from '../../../engines/folders/byte-paths.ts'
import { NO_FOLLOW } from '../../../engines/folders/open-folder.ts'
import { settingsWarning, type DropFolderWarning } from './drop-folder.warnings.ts'
import { z } from 'zod'
import { NotJson, parseJson } from '../../../engines/config/json-text.ts'

/** The settings file next to a county's folder, for all files that are dropped there. */
const dropSettings = z.strictObject({
  /** Address of the account that will own the documents. */
  account: z.email().toLowerCase(),
  category: z.string().trim().min(1),
  type: z.string().trim().min(1),
  description: z.string().default(''),
})

type DropSettings = z.output<typeof dropSettings>

/** A folder to import from, with the settings for all its files. */
export type CountyFolder = {
  readonly name: string
  readonly path: string
  readonly countyId: number
  readonly countyName: string
  readonly accountId: number
  readonly draft: DocumentDraft
}

/** The end of the name of a settings file. */
const SETTINGS_END = '.json'

/** A few lines of JSON. */
const LONGEST_SETTINGS_BYTES = 65_536

/** The mode bit that lets everyone write (inode(7)). */
const WRITABLE_BY_ALL = 0o002

const OPEN_TO_ALL: DropFolderWarning = {
  code: 'drop-folder-open-to-all',
  text: 'Everybody on this machine may write to the drop folder itself, and so to the settings of each county: let only its own people write there.',
}

type FolderWorld = Pick<World, 'database' | 'log'>

export type CountyFolders = {
  readonly folders: readonly CountyFolder[]
  /** About folders that the portal ignores. */
  readonly problems: readonly DropFolderWarning[]
}

/**
 * The county folders in the drop folder, as the disk and the database currently say.
 * @throws the disk's error if the drop folder cannot be read.
 */
export async function readCountyFolders(world: FolderWorld, root: string): Promise<CountyFolders> {
  const entries = await readdir(root, { withFileTypes: true })
  const isOpenToAll = ((await stat(root)).mode & WRITABLE_BY_ALL) !== 0
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  const links = entries.filter((entry) => entry.isSymbolicLink())
  const alone = settingsWithoutFolder(entries)
  const { kysely } = world.database
  const counties = await findMatchingCounties(kysely, [...names.map(({ name }) => name), ...alone])
  const said = await readAllSettings(world, { root, names: names.map(({ name }) => name), counties })
  const accounts = said.flatMap((each) => (isWarning(each) ? [] : [each.settings.account]))
  const known = { bringers: await findSubmitters(kysely, accounts), typeOf: typesByName(kysely) }
  const found = await Promise.all(
    said.map(async (each) => (isWarning(each) ? each : toCountyFolder(known, each))),
  )
  return {
    folders: found.filter((each) => 'path' in each),
    problems: [
      ...found.filter(isWarning),
      ...alone.filter((name) => counties.has(name)).map(missingFolder),
      ...(isOpenToAll ? [OPEN_TO_ALL] : []),
      ...links.map(({ name }): DropFolderWarning => ({
        code: 'drop-folder-link',
        text: `${name} in the drop folder is a link, and links are not followed.`,
      })),
    ],
  }
}

/** Names of settings files without anything beside them that could be the folder (R11.38). */
function settingsWithoutFolder(entries: readonly Dirent[]): string[] {
  const others = new Set(entries.filter((entry) => !entry.isFile()).map(({ name }) => name))
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(SETTINGS_END))
    .map(({ name }) => name.slice(0, -SETTINGS_END.length))
    .filter((name) => !others.has(name))
}

const missingFolder = (name: string): DropFolderWarning => ({
  code: 'drop-folder-missing',
  text: `The drop folder has a file ${name}.json, but no folder ${name} beside it: no file of that county is taken.`,
})

function isWarning(value: object): value is DropFolderWarning {
  return 'code' in value
}

/** A county's folder, with the contents of its settings file. */
type Said = Pick<CountyFolder, 'name' | 'path' | 'countyId' | 'countyName'> & {
  readonly settings: DropSettings
}

type FoundNames = {
  readonly root: string
  /** Of the folders. */
  readonly names: readonly string[]
  /** By name of a folder. */
  readonly counties: Awaited<ReturnType<typeof findMatchingCounties>>
}

/** The settings of each folder, or why the portal imports nothing from it. */
async function readAllSettings(
  world: FolderWorld,
  { root, names, counties }: FoundNames,
): Promise<(Said | DropFolderWarning)[]> {
  return Promise.all(
    names.map(async (name) => {
      const county = counties.get(name)
      if (!county) return unknownCounty(name)
      const settings = await readSettingsOf(world, { root, name })
      if (isWarning(settings)) return settings
      return { name, path: join(root, name), countyId: county.id, countyName: county.name, settings }
    }),
  )
}

const unknownCounty = (name: string): DropFolderWarning => ({
  code: 'drop-folder-unknown-county',
  text: `The drop folder has a folder ${name}, but there is no county of that name or id.`,
})

type Known = {
  readonly bringers: Awaited<ReturnType<typeof findSubmitters>>
  readonly typeOf: ReturnType<typeof typesByName>
}

/** The folder, or why the portal imports nothing from it. */
async function toCountyFolder(
  { bringers, typeOf }: Known,
  { settings, ...folder }: Said,
): Promise<CountyFolder | DropFolderWarning> {
  const { name, countyId } = folder
  const wrong = (what: string) => settingsWarning(`${name}.json of the drop folder ${what}.`)
  const { category, type, account, description } = settings
  const named = await typeOf({ category, type })
  if (!named) return wrong('names a category and a type of which the portal does not know')
  const bringer = bringers.get(account)
  if (!bringer || !maySubmitFor(bringer, countyId))
    return wrong('names an account that cannot upload for this county')
  return { ...folder, accountId: bringer.accountId, draft: { ...named, countyId, description } }
}

type Place = { readonly root: string; readonly name: string }

async function readSettingsOf(
  { log }: FolderWorld,
  { root, name }: Place,
): Promise<DropSettings | DropFolderWarning> {
  const missing = settingsWarning(
    `The drop folder has a folder ${name}, but no file ${name}.json beside it that says whose documents come there.`,
  )
  try {
    const text = await readShortFile(join(root, `${name}.json`))
    if (text === 'too long')
      return settingsWarning(`${name}.json of the drop folder is too long: it has a few lines.`)
    return text === null ? missing : readDropSettings(`${name}.json`, text)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return missing
    log.warn({ err: error }, 'What stands beside a folder of the drop folder cannot be read.')
    return {
      code: 'drop-folder-settings-unreadable',
      text: `${name}.json of the drop folder cannot be read: see the log.`,
    }
  }
}

/** Null if it is not a regular file. A person who can create a link here could otherwise have any file read. */
async function readShortFile(path: string): Promise<Buffer | 'too long' | null> {
  try {
    const file = await open(path, NO_FOLLOW)
    try {
      const stats = await file.stat()
      if (!stats.isFile()) return null
      return stats.size > LONGEST_SETTINGS_BYTES ? 'too long' : await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    // A link, or a socket, which cannot be opened.
    if (codeOf(error) === 'ELOOP' || codeOf(error) === 'ENXIO') return null
    throw error
  }
}

/** Parses a settings file, or warns what is wrong with it. `name` is the name of the file. */
function readDropSettings(name: string, text: Buffer): DropSettings | DropFolderWarning {
  const json = jsonOf(text)
  if (json instanceof NotJson)
    return settingsWarning(`${name} of the drop folder cannot be used: ${json.message}.`)
  const parsed = dropSettings.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || 'the whole'
  const problem = issue?.message ?? 'it cannot be read'
  return settingsWarning(`${name} of the drop folder is wrong at ${place}: ${problem}.`)
}

function jsonOf(text: Buffer): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    return error
  }
}
