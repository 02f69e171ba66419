/** A failure like one of the system. Its own class keeps it apart from real ones. */
export class PlayedFailure extends Error {
  readonly code: string

  constructor(code: string) {
    super(`${code}: played`)
    this.code = code
  }
}
