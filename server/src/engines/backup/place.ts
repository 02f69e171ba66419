/** The file that is written last: what lacks it is no backup. */
export const MANIFEST = 'manifest.json'

/** The folder or bucket prefix of one backup. Files are named by relative paths with slashes. */
export type BackupPlace = {
  /** What people call it, such as its path. */
  readonly name: string
  /**
   * Writes a file that must not be there yet; when it resolves the bytes survive the loss of power.
   * Rejects with what `bytes` throws.
   */
  write(file: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** @throws NotThere when there is no such file. */
  read(file: string): AsyncIterable<Buffer>
  /** `length` bytes from `offset`, fewer where the file ends before. @throws NotThere. */
  readAt(file: string, offset: number, length: number): Promise<Buffer>
  /** Bytes of every file that lies there, by its name. */
  list(): Promise<Map<string, number>>
  /** Another backup, by the path that leads there from this one. */
  beside(path: string): BackupPlace
  /** Lets go of what `readAt` holds open. */
  close(): Promise<void>
}

/**
 * All that is asked of where backups lie. A location is the absolute path of a folder, or s3://bucket/prefix with endpoint
 * and region as in BLOB_URL.
 */
export type BackupPlaces = {
  /** A backup that lies there, or one that is to. */
  open(location: string): Promise<BackupPlace>
  /**
   * The place of a new backup. Where something lies there already it is empty.
   * @throws UnusablePlace where the backup could not get its name in the end.
   */
  make(location: string): Promise<NewBackupPlace>
  /** Whether something lies there. */
  isTaken(location: string): Promise<boolean>
  /** Names of what lies below and nobody fills, in their order; none where there is nothing. */
  namesIn(location: string): Promise<string[]>
  /** What lies below that somebody fills, or filled until something broke off, each with what it was to become. */
  unfinishedIn(location: string): Promise<{ name: string; of: string }[]>
  /** The location itself, whatever links lead there. */
  real(location: string): Promise<string>
  /** Removes a backup, so that what is left, if this breaks off, is none any more. */
  remove(location: string): Promise<void>
}

/** A place that is being filled. Nobody takes it for a backup before `finish`. */
export type NewBackupPlace = BackupPlace & {
  /** The path that leads from here to another backup. */
  pathTo(other: BackupPlace): string
  /** Bytes that may still be written there. */
  freeBytes(): Promise<number>
  /** Gives it its name for good. @throws UnusablePlace where something else has it by now. */
  finish(): Promise<void>
  /** Removes all that was written. */
  discard(): Promise<void>
}

export class NotThere extends Error {}

/** A place that did not answer in time, or not at all, in one sentence that names it. */
export class PlaceSilent extends Error {}

/** A place in which no backup can be made, in one sentence that says why and what to do. */
export class UnusablePlace extends Error {}

/** What is wrong with a backup, in one sentence that names it. */
export class DamagedBackup extends Error {}
