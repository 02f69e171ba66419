import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { CANNOT_LINK } from '../../cannot-link.ts'
import type { Place } from '../../place.ts'

/** Who uses a cluster: a place, a process id, and a name unique to this start. */
export type Lease = Place & { readonly pid: number; readonly start: string }

/** A lease as read, with the time of its last renewal. The file system sets that time, so compare two readings. */
export type FoundLease = { readonly lease: Lease; readonly renewedAt: number }

/** Stands for a file that is invalid or not completely written yet. */
const NOBODY: Lease = { host: '', boot: '', pidNamespace: 'unknown', pid: 0, start: '' }

export function newLease(place: Place): Lease {
  return { ...place, pid: process.pid, start: randomBytes(9).toString('base64url') }
}

/** Null without a lease. Reopens the file each time, so that a network drive does not answer from its cache. */
export function readLease(home: string): FoundLease | null {
  let file: number
  try {
    file = openSync(fileIn(home), 'r')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
  try {
    return { lease: parse(readFileSync(file, 'utf8')), renewedAt: fstatSync(file).mtimeMs }
  } finally {
    closeSync(file)
  }
}

/** Creates the lease; false if one exists. Readers never see it half written. */
export function createLease(home: string, lease: Lease): boolean {
  const aside = writeAside(home, lease)
  try {
    linkNew(home, aside)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** @throws EEXIST if the lease exists. */
function linkNew(home: string, aside: string): void {
  const file = fileIn(home)
  try {
    linkSync(aside, file)
  } catch (error) {
    if (!CANNOT_LINK.has(codeOf(error))) throw error
    // Second best: a reader may find the file empty in between.
    copyFileSync(aside, file, constants.COPYFILE_EXCL)
    giveToOwnerOf(home, file)
  }
}

/** Overwrites a lease of the same place with `lease`. */
export function replaceLease(home: string, lease: Lease): void {
  renameSync(writeAside(home, lease), fileIn(home))
}

/** Writes the whole lease to a temporary file next to the real one, and returns its path. */
function writeAside(home: string, lease: Lease): string {
  const aside = `${fileIn(home)}.new-${randomBytes(9).toString('base64url')}`
  const file = openSync(aside, 'wx', 0o600)
  try {
    writeSync(file, JSON.stringify(lease))
    fsyncSync(file)
  } catch (error) {
    // Leave nothing behind on a full disk.
    rmSync(aside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  giveToOwnerOf(home, aside)
  return aside
}

/** Rewrites the first letter. So the file system sets the time, and a full disk does not matter. */
export function renewLease(home: string): void {
  const file = openSync(fileIn(home), 'r+')
  try {
    writeSync(file, '{', 0)
  } finally {
    closeSync(file)
  }
}

/** Removes this lease only. Renames it first, so that a lease created at this moment is detected and restored. */
export function removeLease(home: string, { start }: Lease): void {
  const file = fileIn(home)
  const aside = `${file}.gone-${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  const removed = readFileSync(aside, 'utf8')
  if (parse(removed).start !== start) createLease(home, parse(removed))
  rmSync(aside)
}

function fileIn(home: string): string {
  return join(home, 'lease')
}

function parse(text: string): Lease {
  try {
    return { ...NOBODY, ...(JSON.parse(text) as Partial<Lease>) }
  } catch {
    return NOBODY
  }
}

/** Commands run as root and the portal's own user read the same file. */
export function giveToOwnerOf(home: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(home)
  chownSync(file, uid, gid)
}

function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
