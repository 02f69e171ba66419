import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { giveAway } from '../database/embedded/cluster-files.ts'

/** The folders of the portal in its data folder. */
const DATA_FOLDERS = ['pg', 'documents', 'outbox']

type User = { readonly uid: number; readonly gid: number }

/**
 * If started as root, the portal continues as the owner of its data folder, and gives that user the files of root
 * there. It stays root, and reports it, if root owns the folder, or if the owner cannot reach the folder and `reads`,
 * program files.
 */
export function serveAsOwner(
  { dataDir, reads }: { dataDir: string; reads: readonly string[] },
  print: (line: string) => void,
): void {
  if (process.getuid?.() !== 0) return
  const owner = existsSync(dataDir) ? statSync(dataDir) : { uid: 0, gid: 0 }
  if (owner.uid === 0) {
    print(
      `Note: The portal runs as root, because ${dataDir} is root's. Better give it a user of its own: chown -R USER ${dataDir}`,
    )
    return
  }
  giveToOwner(dataDir)
  const obstacle = asUser(owner, () => obstacleIn(dataDir, { reads, owner }))
  if (obstacle === null) switchToUser(owner)
  else print(`Note: The portal runs as root, because user ${owner.uid} cannot use ${obstacle}.`)
}

/**
 * Changes the owner of root's files in the data folder to the folder's owner, so that a server without root can use
 * them.
 */
export function giveToOwner(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir) || statSync(dataDir).uid === 0) return
  for (const name of DATA_FOLDERS) if (existsSync(join(dataDir, name))) giveAway(join(dataDir, name))
}

/** The first path that the owner cannot use; null if all are usable. */
function obstacleIn(
  dataDir: string,
  { reads, owner }: { reads: readonly string[]; owner: User },
): string | null {
  try {
    readdirSync(dataDir)
  } catch {
    return dataDir
  }
  const kept = DATA_FOLDERS.map((name) => join(dataDir, name)).filter((path) => existsSync(path))
  return (
    kept.find((path) => lstatSync(path).uid !== owner.uid) ?? reads.find((path) => !isReadable(path)) ?? null
  )
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Runs `look` with that user's file permissions; the process stays root. */
function asUser<T>({ uid, gid }: User, look: () => T): T {
  const groups = process.getgroups?.() ?? []
  process.setgroups?.([gid])
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return look()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
    process.setgroups?.(groups)
  }
}

/** Irreversible. */
function switchToUser({ uid, gid }: User): void {
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
