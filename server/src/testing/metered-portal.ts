import { METRIC_SOURCES } from '../background.ts'
import { createMetrics } from '../engines/metrics/create-metrics.ts'
import { testPortal } from './test-portal.ts'

/** One line of a scrape. */
export type Series = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A test's portal that is watched. */
export async function meteredPortal() {
  const metrics = createMetrics()
  const portal = await testPortal({ meterRequest: metrics.meterRequest })
  const scrape = metrics.tellOf(portal.world, METRIC_SOURCES)
  return { ...portal, scrape: async () => readScrape(await scrape.text()) }
}

/** What a scrape tells, by the text format of Prometheus. */
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
