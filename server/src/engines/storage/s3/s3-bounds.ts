/** How long S3 is waited for, so that one that hangs never hangs a caller for ever. Times are milliseconds. */
export type S3Bounds = {
  /** Until a connection stands. */
  readonly connect: number
  /** Until one request is answered, a part of 5 MB sent with it. */
  readonly request: number
  /** How often a request is made at most, and how long after the first one none begins any more. */
  readonly tries: number
  readonly patience: number
  /** The longest pause before the second try; it doubles with each. */
  readonly pause: number
  /** How long an answer under way may bring nothing while its reader waits. */
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
