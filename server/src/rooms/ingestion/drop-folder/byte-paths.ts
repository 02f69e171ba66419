/** Names of files may be any bytes; a path that was made of text would not find them again. */
export function below(folder: string | Buffer, ...names: readonly (string | Buffer)[]): Buffer {
  const parts = [folder, ...names].map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  const slash = Buffer.from('/')
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [slash, part])))
}

/** A code of the disk's errors, such as 'ENOENT'; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Whether the disk failed, and not a database or a line, whose errors name no path. */
export function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'path' in error && codeOf(error) !== undefined
}
