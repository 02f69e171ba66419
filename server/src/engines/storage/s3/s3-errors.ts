/** Error names by which servers say that a retry may succeed, whatever their status. */
const PASSING = new Set([
  'BadDigest',
  // STS cannot reach the identity provider of a role.
  'IDPCommunicationErrorException',
  'IncompleteBody',
  'InternalError',
  'OperationAborted',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
])
/** The SDK's name for missing credentials; those of a machine's role may only arrive late. */
export const NO_CREDENTIALS = 'CredentialsProviderError'
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])
const INSUFFICIENT_STORAGE = 507
const TOO_EARLY_OR_TOO_MANY = new Set([408, 425, 429])

/** Whether the failure is transient: no response at all, or one that says so. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error)
  if (PASSING.has(nameOf(error)) || nameOf(error) === NO_CREDENTIALS) return true
  return status === null ? isOfTheNetwork(error) : status >= 500 || TOO_EARLY_OR_TOO_MANY.has(status)
}

export function meansFull(error: unknown): boolean {
  return FULL.has(nameOf(error)) || statusOf(error) === INSUFFICIENT_STORAGE
}

/** Whether the object, or the multipart upload, does not exist. */
export function meansMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(nameOf(error))
}

/** Whether the range begins beyond the end of the object. */
export function meansBeyondEnd(error: unknown): boolean {
  return statusOf(error) === 416
}

/** Whether S3 or the connection to it failed, not the source of the data. */
export function isOfS3(error: unknown): boolean {
  return statusOf(error) !== null || nameOf(error) === NO_CREDENTIALS
}

/** The status of S3's response; null without a response. */
function statusOf(error: unknown): number | null {
  const metadata = field(error, '$metadata')
  const status = field(metadata, 'httpStatusCode')
  return typeof status === 'number' ? status : null
}

/** S3's own name of an error, or the system's code. Never a message, which may repeat data that was sent. */
export function nameOf(error: unknown): string {
  const code = field(error, 'code')
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'an unknown error'
}

/** An unreadable response was cut off, or came from something in between. */
function isOfTheNetwork(error: unknown): boolean {
  return error instanceof Error && !(error instanceof TypeError)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
