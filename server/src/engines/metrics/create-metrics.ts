import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '../clock/clock.ts'
import { memoizeWithTimeout } from '../timing/memoize.ts'
import type { MetricSource, RequestMeter, Sample } from './metric-source.ts'

/** Seconds: most calls end within a tenth, sign-in takes some, uploads and downloads up to minutes. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const OTHER = 'other'

/** The current metrics, in the text format of Prometheus. */
export type Scrape = { readonly contentType: string; text(): Promise<string> }

export type Metrics = {
  readonly meterRequest: RequestMeter
  /** Registers the sources for that world. Call it once. */
  tellOf<W extends { readonly clock: Clock }>(world: W, sources: readonly MetricSource<W>[]): Scrape
}

/** Metrics of this process; nothing is read before the first scrape. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    meterRequest: createRequestMeter(registry),
    tellOf(world, sources) {
      const refresh = gaugesOf(registry, { world, sources })
      return {
        contentType: registry.contentType,
        async text() {
          await refresh()
          return registry.metrics()
        },
      }
    },
  }
}

function createRequestMeter(registry: Registry): RequestMeter {
  const duration = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'From the first byte of a request to the last one of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: SECONDS,
    registers: [registry],
  })
  return ({ route, method, status, seconds }) =>
    duration.observe(
      {
        route: route ?? OTHER,
        method: METHODS.has(method) ? method : OTHER,
        status: `${Math.floor(status / 100)}xx`,
      },
      seconds,
    )
}

type Telling<W> = { readonly world: W & { clock: Clock }; readonly sources: readonly MetricSource<W>[] }

/** Registers the gauges of all sources, and returns a function that updates them. */
function gaugesOf<W>(registry: Registry, { world, sources }: Telling<W>): () => Promise<void> {
  const sourceUp = new Gauge({
    name: 'portal_metrics_source_up',
    help: '1 where a source of gauges answered in time, else 0, and its gauges are missing.',
    labelNames: ['source'],
    registers: [registry],
  })
  const readers = sources.map((source) => {
    const gauges = new Map(
      Object.entries(source.gauges).map(([name, { help, labels = {} }]) => [
        name,
        new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] }),
      ]),
    )
    return { source, gauges, read: memoizeWithTimeout(world.clock, () => source.read(world)) }
  })
  return async () => {
    const readings = await Promise.all(readers.map(({ read }) => read().catch(() => null)))
    for (const [at, { source, gauges }] of readers.entries()) {
      const reading = readings[at] ?? null
      sourceUp.set({ source: source.source }, reading ? 1 : 0)
      set(gauges, { source, samples: reading ?? source.otherwise ?? [] })
    }
  }
}

type Told = { readonly source: Pick<MetricSource<never>, 'gauges'>; readonly samples: readonly Sample[] }

function set(gauges: ReadonlyMap<string, Gauge>, { source, samples }: Told): void {
  for (const [name, gauge] of gauges) {
    gauge.reset()
    // After a reset, a gauge without labels would report 0.
    if (!source.gauges[name]?.labels) gauge.remove()
  }
  for (const { gauge, value, labels = {} } of samples) gauges.get(gauge)?.set({ ...labels }, value)
}
