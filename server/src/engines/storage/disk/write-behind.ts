/** An open file, or a stand-in for one. */
export type Appendable = { writev(pieces: Buffer[]): Promise<{ bytesWritten: number }> }

/** Bytes that may wait for the disk; beyond that the sender waits. At most two batches of this size exist. */
const MAX_WAITING_BYTES = 1_048_576
/** Minimum bytes per write; fewer wait for more bytes or for the end. */
const MIN_WRITE_BYTES = 262_144
/** Maximum chunks that the system writes in one call. It also protects the memory from a sender of single bytes. */
const MAX_PIECES = 1024

/**
 * Writes chunks to a file without copying them. Small chunks go out together, and so do all that arrive during a write.
 * The next call after the first failed write throws its error.
 */
export class WriteBehind {
  readonly #file: Appendable
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #isDraining = false
  #writing: Promise<void> | null = null
  #failure: { error: unknown } | null = null

  constructor(file: Appendable) {
    this.#file = file
  }

  get isFull(): boolean {
    return this.#waitingBytes >= MAX_WAITING_BYTES || this.#waiting.length >= MAX_PIECES
  }

  add(chunk: Buffer): void {
    this.#throwFailure()
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    this.#startIfDue()
  }

  /** Resolves when the operating system has all added bytes. */
  async drain(): Promise<void> {
    this.#throwFailure()
    this.#isDraining = true
    this.#startIfDue()
    await this.#writing
    this.#isDraining = false
    this.#throwFailure()
  }

  get #isDue(): boolean {
    if (this.#waiting.length === 0) return false
    return this.#isDraining || this.isFull || this.#waitingBytes >= MIN_WRITE_BYTES
  }

  #startIfDue(): void {
    if (this.#isDue) this.#writing ??= this.#writeWhatIsDue()
  }

  async #writeWhatIsDue(): Promise<void> {
    try {
      while (this.#isDue) {
        const batch = this.#waiting
        this.#waiting = []
        this.#waitingBytes = 0
        await writeAll(this.#file, batch)
      }
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#writing = null
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }
}

/** Writes the whole batch: one write may accept fewer bytes than given, for example on a nearly full disk. */
export async function writeAll(file: Appendable, batch: Buffer[]): Promise<void> {
  let left = batch
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left)
    left = withoutFirst(left, bytesWritten)
  }
}

function withoutFirst(batch: Buffer[], bytes: number): Buffer[] {
  let skip = bytes
  for (const [at, chunk] of batch.entries()) {
    if (skip < chunk.length) return [chunk.subarray(skip), ...batch.slice(at + 1)]
    skip -= chunk.length
  }
  return []
}
