import { METRIC_SOURCES } from '../../background.ts'
import { createMetrics } from '../../engines/metrics/create-metrics.ts'
import type { PortalPart } from './part.ts'

/** One line of a scrape. */
export type Series = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

type Meter = { scrape(): Promise<Series[]> }

/** Watches the portal. */
export function openMeter(): PortalPart<Meter> {
  const metrics = createMetrics()
  return {
    meterRequest: metrics.meterRequest,
    give({ world }) {
      const scrape = metrics.tellOf(world, METRIC_SOURCES)
      return { scrape: async () => readScrape(await scrape.text()) }
    },
  }
}

/** Parses a scrape in the text format of Prometheus. */
function readScrape(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:\\.|[^"])*)"/g)]
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', of = '']) => [label, of])),
        value: Number(value),
      }
    })
}
