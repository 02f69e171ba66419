/** Codes of a file system where two names cannot be those of one file. */
export const CANNOT_LINK: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
])
