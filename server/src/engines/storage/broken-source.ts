/** A source that ends normally where the inner one fails, and then exposes the failure. */
export class BrokenSource implements AsyncIterable<Buffer> {
  readonly #chunks: AsyncGenerator<Buffer>
  /** The failure; null if there is none. */
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
