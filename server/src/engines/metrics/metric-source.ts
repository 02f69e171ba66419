/** The description of a gauge, and its labels with all their possible values. A label never holds user input. */
export type GaugeFacts = {
  readonly help: string
  readonly labels?: Readonly<Record<string, readonly string[]>>
}

/** The current value of a gauge; `labels` has a value for each of its labels. */
export type Sample = {
  readonly gauge: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** A part of the portal that reports gauges. */
export type MetricSource<W> = {
  /** Its value of the label `source` in portal_metrics_source_up. */
  readonly source: string
  readonly gauges: Readonly<Record<string, GaugeFacts>>
  /** Called once for all scrapes within seconds, with a timeout of two seconds. It must limit what it reads. */
  read(world: W): Promise<readonly Sample[]>
  /** The samples if it cannot be read in time; none if not set. */
  readonly otherwise?: readonly Sample[]
}

/** Records a request that was answered. */
export type RequestMeter = (request: MeteredRequest) => void

/** `route` is the path as it was registered, with parameter names instead of values; null without a route. */
export type MeteredRequest = {
  readonly route: string | null
  readonly method: string
  readonly status: number
  readonly seconds: number
}
