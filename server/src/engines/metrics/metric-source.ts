/** What a gauge says, and its labels with all the values that each may have: a label never holds what people bring. */
export type GaugeFacts = {
  readonly help: string
  readonly labels?: Readonly<Record<string, readonly string[]>>
}

/** The value of a gauge at the moment; `labels` has a value for each of its labels. */
export type Sample = {
  readonly gauge: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** A part of the portal that tells of itself in gauges. */
export type MetricSource<W> = {
  /** Its value of the label `source` in portal_metrics_source_up. */
  readonly source: string
  readonly gauges: Readonly<Record<string, GaugeFacts>>
  /** Asked once for all who look within seconds, and given up after two; it bounds what it reads. */
  read(world: W): Promise<readonly Sample[]>
  /** What is so when it cannot be read in time; nothing where it is left out. */
  readonly otherwise?: readonly Sample[]
}

/** Notes an answered request. */
export type RequestMeter = (request: MeteredRequest) => void

/** `route` is the path as it was registered, with names in place of what people bring; null where there is none. */
export type MeteredRequest = {
  readonly route: string | null
  readonly method: string
  readonly status: number
  readonly seconds: number
}
