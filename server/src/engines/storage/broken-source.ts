/** A source that ends where it breaks, and tells afterwards what broke it. */
export class BrokenSource implements AsyncIterable<Buffer> {
  readonly #chunks: AsyncGenerator<Buffer>
  /** Null while nothing has. */
  brokenBy: unknown = null

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = this.#untilBroken(source)
  }

  [Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    return this.#chunks
  }

  async *#untilBroken(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* source
    } catch (error) {
      this.brokenBy = error
    }
  }
}
