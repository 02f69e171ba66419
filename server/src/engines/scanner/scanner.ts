/**
 * The result of a scan. Only `clean` is clean: bytes beyond the scanner's limits, or that made it fail, were not
 * scanned completely. An unreachable scanner gives no result at all.
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
   * Scans bytes with a timeout in milliseconds. If `signal` aborts, the result is `unavailable`, but the scanner does
   * not count as away.
   * @throws only the error of `bytes`.
   */
  scan(bytes: AsyncIterable<Buffer>, options: ScanOptions): Promise<Verdict>
  /** Checks whether it responds, and updates `awaySince`. Returns its own text of name, version, and signatures. */
  probe(): Promise<string | null>
  /** Since when it has not responded to this server; null while it responds. */
  awaySince(): Date | null
}
