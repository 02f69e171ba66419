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

/** Where the embedded database lives below DATA_DIR. Only its owner can read these files. */
export type ClusterFiles = {
  readonly dataDir: string
  readonly home: string
  /** PostgreSQL's own folder, which includes its socket. */
  readonly data: string
  readonly log: string
  /** Password of the role that creates the others; the portal itself does not use it. */
  readonly superuserPassword: string
  /** Password of the role that owns the tables. Releases before 0030 use it for all their work. */
  readonly ownerPassword: string
  /** Password of the role that owns nothing, which the portal works as. */
  readonly appPassword: string
}

/** User `nobody`. PostgreSQL refuses to run as root, so it runs as this user in a folder that root owns. */
const NOBODY = 65534

export function clusterFiles(dataDir: string): ClusterFiles {
  const home = join(resolve(dataDir), 'pg')
  return { dataDir: resolve(dataDir), ...filesIn(home) }
}

/** Whether this data folder contains a database. */
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

/** Milliseconds after which no other container can still be working on an unfinished cluster. */
const UNFINISHED_MS = 3_600_000

/** The folder in which a cluster is built before it gets its final name. The name contains its process and place. */
export function unfinishedHome({ home }: ClusterFiles, unique: string): string {
  return `${home}.new-${process.pid}-${unique}-${tagOf(thisPlace())}`
}

/** @throws StartError with one line if the data folder is not a folder. */
export function requireFolder(dataDir: string): void {
  const isFolder = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() ?? true
  if (!isFolder) throw new StartError(`DATA_DIR ${dataDir} is not a folder. Name a folder, or a new one.`)
}

/**
 * Creates DATA_DIR if it is missing and removes the leftovers of failed first starts. Checks that this user and this
 * release can run the cluster in it.
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

/** Creates level by level: with `recursive`, Node 24 loops forever where a parent returns ENOENT, as /proc does. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process made it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** For a folder of another place, only its age indicates whether its maker is alive. */
function isLeft(folder: string, { maker, tag }: { maker: number; tag: string | undefined }): boolean {
  if (tag === undefined || tag === tagOf(thisPlace())) return !isAlive(maker)
  const made = statSync(folder, { throwIfNoEntry: false })
  return made !== undefined && systemClock.now().getTime() - made.mtimeMs > UNFINISHED_MS
}

function putAway(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Several starts may do this at the same time; the next one removes what remains.
  }
}

/**
 * Gives root's files in `folder` to the owner of DATA_DIR, or to user `nobody` where root owns it. Root creates such
 * files or copies them back.
 */
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
