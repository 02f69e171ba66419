/** Files at once on a good line. */
const AT_ONCE = 4
/** Bytes a second below which fewer go at once: on such a line they only hold up each other. */
const SLOW_LINES = [
  { below: 64 * 1024, atOnce: 1 },
  { below: 256 * 1024, atOnce: 2 },
  { below: 1024 * 1024, atOnce: 3 },
]
/** Milliseconds that one measure looks back, and that it needs to say anything. */
const WINDOW_MS = 15_000
const ENOUGH_MS = 3000
/** Bytes: only files of at least this size tell of the line, a small one mostly waits for its answer. */
const TELLING_BYTES = 256 * 1024

type Sample = { readonly at: number; readonly bytes: number; readonly isTelling: boolean }

/** Measures the line by the bytes that leave. */
export class LineSpeed {
  #samples: Sample[] = []

  /** So many bytes of a file of `size` have left at `at`, milliseconds. */
  note({ at, bytes, size }: { readonly at: number; readonly bytes: number; readonly size: number }): void {
    this.#samples = this.#samples.filter((sample) => sample.at > at - WINDOW_MS)
    this.#samples.push({ at, bytes, isTelling: size >= TELLING_BYTES })
  }

  /** Forgets what it knew: another line, or a pause. */
  reset(): void {
    this.#samples = []
  }

  /** Bytes a second; null while too little has been seen. */
  rate(at: number): number | null {
    return rateOf(this.#samples, at)
  }

  /** How many files may go at once. */
  atOnce(at: number): number {
    const telling = this.#samples.filter(({ isTelling }) => isTelling)
    // Small files among them share the line: what they took says nothing against it.
    if (telling.length < this.#samples.length) return AT_ONCE
    const rate = rateOf(telling, at)
    return SLOW_LINES.find(({ below }) => rate !== null && rate < below)?.atOnce ?? AT_ONCE
  }
}

function rateOf(samples: readonly Sample[], at: number): number | null {
  const recent = samples.filter((sample) => sample.at > at - WINDOW_MS)
  const [first] = recent
  if (!first || at - first.at < ENOUGH_MS) return null
  return (recent.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / (at - first.at)
}
