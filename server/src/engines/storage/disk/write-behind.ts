/** An open file, or what plays one. */
export type Appendable = { writev(pieces: Buffer[]): Promise<{ bytesWritten: number }> }

/** Bytes that may wait for the disk; more of them halt the sender. Two batches of this size are held at most. */
const MAX_WAITING_BYTES = 1_048_576
/** Bytes that make a write worth its while; fewer wait for more, or for the end. */
const MIN_WRITE_BYTES = 262_144
/** The system writes this many pieces at once; a sender of single bytes must not fill the memory either. */
const MAX_PIECES = 1024

/**
 * Writes chunks to a file without copying them: small ones go out together, and so does all that arrives while one
 * write is under way. The first failed write is thrown by whatever is called after it.
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

  /** Resolves when all that was added is with the operating system. */
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

/** Writes all of it: a write may take fewer bytes than it was given, on a disk that is nearly full for one. */
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
