/** A source that ends where it breaks, and tells afterwards what broke it. */
export class BrokenSource implements AsyncIterable<Buffer> {
  readonly #source: AsyncIterable<Buffer>
  /** Null while nothing has. */
  brokenBy: unknown = null

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      yield* this.#source
    } catch (error) {
      this.brokenBy = error
    }
  }
}
