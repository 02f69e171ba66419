import {
  accessSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from '../../clock/clock.ts'
import { StartError } from '../../config/start-error.ts'
import { MAJOR_VERSION } from './binaries.ts'
import { isAlive, tagOf, thisPlace } from '../../place.ts'

/** Where the embedded database lies below DATA_DIR. All of it is for its owner's eyes only. */
export type ClusterFiles = {
  readonly dataDir: string
  readonly home: string
  /** PostgreSQL's own folder, its socket included. */
  readonly data: string
  readonly log: string
  /** Of the role that makes the others; the portal itself does not use it. */
  readonly superuserPassword: string
  /** Of the role that owns the tables, as which releases before 0030 do all their work. */
  readonly ownerPassword: string
  /** Of the role that owns nothing, as which the portal works. */
  readonly appPassword: string
}

/** PostgreSQL refuses to be root; what root starts in a folder of root's belongs to nobody. */
const NOBODY = 65534

export function clusterFiles(dataDir: string): ClusterFiles {
  const home = join(resolve(dataDir), 'pg')
  return { dataDir: resolve(dataDir), ...filesIn(home) }
}

/** Whether a database has been made in this data folder. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(clusterFiles(dataDir).home)
}

export function filesIn(home: string): Omit<ClusterFiles, 'dataDir'> {
  return {
    home,
    data: join(home, 'data'),
    log: join(home, 'log'),
    superuserPassword: join(home, 'password'),
    ownerPassword: join(home, 'portal-password'),
    appPassword: join(home, 'app-password'),
  }
}

/** Milliseconds after which nobody in another container can still be at work on an unfinished cluster. */
const UNFINISHED_MS = 3_600_000

/** The folder that a cluster is made in before it gets its name; where and by which process is in its name. */
export function unfinishedHome({ home }: ClusterFiles, unique: string): string {
  return `${home}.new-${process.pid}-${unique}-${tagOf(thisPlace())}`
}

/** @throws StartError with one line where something else has the name of the data folder. */
export function requireFolder(dataDir: string): void {
  const isFolder = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() ?? true
  if (!isFolder) throw new StartError(`DATA_DIR ${dataDir} is not a folder. Name a folder, or a new one.`)
}

/**
 * Makes DATA_DIR where it is missing, puts away what broken first starts left, and looks whether the cluster in it is
 * one that this user and this release can run.
 * @throws StartError with one line.
 */
export function prepareFolder(files: ClusterFiles): void {
  const { dataDir, home } = files
  makeFolder(dataDir)
  requireFolder(dataDir)
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  for (const name of readdirSync(dataDir)) {
    const [, maker, tag] = /^pg\.new-(\d+)-[0-9a-f]+(?:-([0-9a-f]+))?$/.exec(name) ?? []
    if (maker !== undefined && isLeft(join(dataDir, name), { maker: Number(maker), tag })) {
      putAway(join(dataDir, name))
    }
  }
  if (!existsSync(home)) return
  giveAway(home)
  refuseOthersCluster(home)
  refuseOtherVersion(files)
}

/** Level by level: with `recursive`, Node 24 asks for ever where a parent answers ENOENT, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process made it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Of another place only its age tells whether its maker lives. */
function isLeft(folder: string, { maker, tag }: { maker: number; tag: string | undefined }): boolean {
  if (tag === undefined || tag === tagOf(thisPlace())) return !isAlive(maker)
  const made = statSync(folder, { throwIfNoEntry: false })
  return made !== undefined && systemClock.now().getTime() - made.mtimeMs > UNFINISHED_MS
}

function putAway(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Several starts at once do this; what is left is for the next one.
  }
}

/** Gives what is root's in `folder`, new or copied back by root, to the owner of DATA_DIR, or to nobody where that is root. */
export function giveAway(folder: string): void {
  if (process.getuid?.() !== 0 || lstatSync(folder).uid !== 0) return
  const parent = statSync(dirname(folder))
  const [uid, gid] = parent.uid === 0 ? [NOBODY, NOBODY] : [parent.uid, parent.gid]
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of [...names, '.']) lchownSync(join(folder, name), uid, gid)
}

function refuseOthersCluster(home: string): void {
  const [owner, we] = [lstatSync(home).uid, process.getuid?.()]
  if (we === undefined || we === 0 || owner === we) return
  throw new StartError(
    `${home} belongs to user ${owner}, you are user ${we}. Run as that user or as root, or take another DATA_DIR.`,
  )
}

function refuseOtherVersion({ data }: ClusterFiles): void {
  const version = readVersion(data)
  if (version === MAJOR_VERSION) return
  throw new StartError(
    `${data} was made by PostgreSQL ${version}, this release brings ${MAJOR_VERSION}. Restore a backup into a new DATA_DIR, or install the release that brings ${version}.`,
  )
}

function readVersion(data: string): string {
  try {
    return readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new StartError(`${data} is not a database. Move it away, or take another DATA_DIR.`, {
      cause: error,
    })
  }
}
