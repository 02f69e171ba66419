/** File names may be arbitrary bytes. A path made of text would not find them again. */
export function below(folder: string | Buffer, ...names: readonly (string | Buffer)[]): Buffer {
  const parts = [folder, ...names].map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  const slash = Buffer.from('/')
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [slash, part])))
}

/** The code of a disk error, such as 'ENOENT'; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Whether the user of the portal has no right to the file. */
export function isWithoutRights(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')
}

/** Whether the disk failed. Errors of a database or a connection name no path. */
export function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'path' in error && codeOf(error) !== undefined
}
