/** Limits for S3, so that a server that hangs never blocks a caller forever. Times are in milliseconds. */
export type S3Bounds = {
  /** Until a connection is established. */
  readonly connect: number
  /** Until one request gets its response, including the upload of a part of 5 MB. */
  readonly request: number
  /** Maximum attempts per request, and how long after the first one a new one may still start. */
  readonly tries: number
  readonly patience: number
  /** The longest pause before the second attempt; it doubles with each. */
  readonly pause: number
  /** How long a response may deliver nothing while its reader waits. */
  readonly silence: number
}

export const S3_BOUNDS: S3Bounds = {
  connect: 3000,
  request: 15_000,
  tries: 5,
  patience: 20_000,
  pause: 250,
  silence: 15_000,
}
