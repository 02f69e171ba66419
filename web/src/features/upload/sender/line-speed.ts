/** Parallel files on a fast connection. */
const AT_ONCE = 4
/** Bytes per second below which fewer files are sent in parallel: on a slow connection they only delay each other. */
const SLOW_LINES = [
  { below: 64 * 1024, atOnce: 1 },
  { below: 256 * 1024, atOnce: 2 },
  { below: 1024 * 1024, atOnce: 3 },
]
/** Milliseconds covered by one measurement, and the minimum that it needs for a result. */
const WINDOW_MS = 15_000
const ENOUGH_MS = 3000
/** Bytes: only files of at least this size measure the connection, since a small file mostly waits for its response. */
const TELLING_BYTES = 256 * 1024

type Sample = { readonly at: number; readonly bytes: number; readonly isTelling: boolean }

/** Measures the connection's speed by the bytes sent. */
export class LineSpeed {
  #samples: Sample[] = []

  /** Records that `bytes` of a file of `size` bytes were sent at `at`, in milliseconds. */
  note({ at, bytes, size }: { readonly at: number; readonly bytes: number; readonly size: number }): void {
    this.#samples = this.#samples.filter((sample) => sample.at > at - WINDOW_MS)
    this.#samples.push({ at, bytes, isTelling: size >= TELLING_BYTES })
  }

  /** Discards all samples, after a pause or a change of connection. */
  reset(): void {
    this.#samples = []
  }

  /** Bytes per second; null while there are too few samples. */
  rate(at: number): number | null {
    return rateOf(this.#samples, at)
  }

  /** How many files may be sent in parallel. */
  atOnce(at: number): number {
    const telling = this.#samples.filter(({ isTelling }) => isTelling)
    // If small files shared the connection, the samples say nothing against its speed.
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
