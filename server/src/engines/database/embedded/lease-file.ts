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

/** Who uses a cluster: a place, with a name for this one start in it. */
export type Lease = Place & { readonly pid: number; readonly start: string }

/** A lease as it was found, and when it was renewed by the time of whoever renewed it: two of these tell whether it was. */
export type FoundLease = { readonly lease: Lease; readonly renewedAt: number }

/** What a file says that is no lease, or not yet written to its end. */
const NOBODY: Lease = { host: '', boot: '', pidNamespace: 'unknown', pid: 0, start: '' }

export function newLease(place: Place): Lease {
  return { ...place, pid: process.pid, start: randomBytes(9).toString('base64url') }
}

/** Null where there is none. Opened anew each time, so that a network drive does not answer from memory. */
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

/** Whether there was none, so that this one counts now. Nobody reads it before it is written to its end. */
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

/** @throws EEXIST where the name is taken. */
function linkNew(home: string, aside: string): void {
  const file = fileIn(home)
  try {
    linkSync(aside, file)
  } catch (error) {
    if (!CANNOT_LINK.has(codeOf(error))) throw error
    // The second best: whoever reads it in between finds it empty.
    copyFileSync(aside, file, constants.COPYFILE_EXCL)
    giveToOwnerOf(home, file)
  }
}

/** Writes `lease` over one of the same place. */
export function replaceLease(home: string, lease: Lease): void {
  renameSync(writeAside(home, lease), fileIn(home))
}

/** Writes it to its end beside the lease that counts, and returns where. */
function writeAside(home: string, lease: Lease): string {
  const aside = `${fileIn(home)}.new-${randomBytes(9).toString('base64url')}`
  const file = openSync(aside, 'wx', 0o600)
  try {
    writeSync(file, JSON.stringify(lease))
    fsyncSync(file)
  } catch (error) {
    // Nothing is left of it on a disk that is full.
    rmSync(aside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  giveToOwnerOf(home, aside)
  return aside
}

/** Writes its first letter anew: so its time is the file system's own, and a full disk is no matter. */
export function renewLease(home: string): void {
  const file = openSync(fileIn(home), 'r+')
  try {
    writeSync(file, '{', 0)
  } finally {
    closeSync(file)
  }
}

/** Removes this lease and no other: by renaming, so that one which came this instant is seen and put back. */
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

/** Root's commands and the portal's own user read the same file. */
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
