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

/** A place that is being filled. Nobody takes it for a backup before `finish`. */
export type NewBackupPlace = BackupPlace & {
  /** The path that leads from here to another backup. */
  pathTo(other: BackupPlace): string
  /** Bytes that may still be written there. */
  freeBytes(): Promise<number>
  /** Gives it its name for good. */
  finish(): Promise<void>
  /** Removes all that was written. */
  discard(): Promise<void>
}

export class NotThere extends Error {}

/** What is wrong with a backup, in one sentence that names it. */
export class DamagedBackup extends Error {}
