/**
 * What a scanner says of some bytes. Only `clean` is clean: what is beyond the scanner's limits or made it fail, nobody
 * has looked at to the end, and of a scanner that is away nobody knows anything.
 */
export type Verdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'infected'; readonly finding: string }
  | { readonly kind: 'too large' }
  | { readonly kind: 'error'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

export type ScanOptions = { readonly withinMs: number; readonly signal?: AbortSignal }

/** Looks for viruses. */
export type Scanner = {
  /**
   * What is found in these bytes, within so many milliseconds. `signal` breaks off: then it is `unavailable`, though not
   * away.
   * @throws the error of `bytes` alone.
   */
  scan(bytes: AsyncIterable<Buffer>, options: ScanOptions): Promise<Verdict>
  /** Asks whether it is there, which `awaySince` then tells; its name, version and signatures as it says them. */
  probe(): Promise<string | null>
  /** Since when it has not answered, as far as this server has asked; null while it does. */
  awaySince(): Date | null
}
