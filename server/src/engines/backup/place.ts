/** The file that is written last: without it, there is no backup. */
export const MANIFEST = 'manifest.json'

/** The folder or bucket prefix of one backup. Files are named by relative paths with slashes. */
export type BackupPlace = {
  /** Its name for people, such as its path. */
  readonly name: string
  /**
   * Writes a file that must not exist yet; when it resolves, the bytes survive a power loss. Rejects with what `bytes`
   * throws.
   */
  write(file: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** @throws NotThere if the file does not exist. */
  read(file: string): AsyncIterable<Buffer>
  /** `length` bytes from `offset`, fewer if the file ends earlier. @throws NotThere. */
  readAt(file: string, offset: number, length: number): Promise<Buffer>
  /** The size in bytes of every file, by its name. */
  list(): Promise<Map<string, number>>
  /** Another backup, by its path relative to this one. */
  beside(path: string): BackupPlace
  /** Closes what `readAt` keeps open. */
  close(): Promise<void>
}

/**
 * The operations on the places of backups. A location is the absolute path of a folder, or s3://bucket/prefix with
 * endpoint and region as in BLOB_URL.
 */
export type BackupPlaces = {
  /** The place of an existing backup, or of a new one. */
  open(location: string): Promise<BackupPlace>
  /**
   * The place of a new backup. An existing place must be empty.
   * @throws UnusablePlace if the backup could not get its final name.
   */
  make(location: string): Promise<NewBackupPlace>
  /** Whether something exists there. */
  isTaken(location: string): Promise<boolean>
  /** Names of the places below that are not being filled, sorted; empty if there are none. */
  namesIn(location: string): Promise<string[]>
  /** The places below that are being filled, or whose backup was interrupted, each with its intended name. */
  unfinishedIn(location: string): Promise<{ name: string; of: string }[]>
  /** The location itself, after following all links. */
  real(location: string): Promise<string>
  /** Removes a backup. If this is interrupted, what remains does not count as a backup. */
  remove(location: string): Promise<void>
}

/** A place that is being filled. It does not count as a backup before `finish`. */
export type NewBackupPlace = BackupPlace & {
  /** The relative path from here to another backup. */
  pathTo(other: BackupPlace): string
  /** Free bytes there. */
  freeBytes(): Promise<number>
  /** Gives it its final name. @throws UnusablePlace if something else has that name by now. */
  finish(): Promise<void>
  /** Removes everything that was written. */
  discard(): Promise<void>
}

export class NotThere extends Error {}

/** A place that did not respond in time, or not at all; the message is one sentence that names it. */
export class PlaceSilent extends Error {}

/** A place in which no backup can be made; the message is one sentence that says why and what to do. */
export class UnusablePlace extends Error {}

/** A problem with a backup; the message is one sentence that names the backup. */
export class DamagedBackup extends Error {}
