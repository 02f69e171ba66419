/** A failure as the system tells it; of a class of its own, so that no other one passes for it. */
export class PlayedFailure extends Error {
  readonly code: string

  constructor(code: string) {
    super(`${code}: played`)
    this.code = code
  }
}
