import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { METRIC_SOURCES } from '@portal/server/src/background.ts'
import { anchorAudit } from '@portal/server/src/records/audit/anchors/anchor-audit.ts'
import { testPortal } from '@portal/server/src/testing/test-portal.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { queriesOfBoard, queriesOfRules, queryBreaches, type KnownMetrics } from './metric-queries.ts'

const DEPLOY = resolve(import.meta.dirname, '../../deploy')
const BOARD = queriesOfBoard(readFileSync(resolve(DEPLOY, 'grafana-portal.json'), 'utf8'))
const RULES = queriesOfRules(readFileSync(resolve(DEPLOY, 'alerts.yml'), 'utf8'))

let known: KnownMetrics
beforeAll(async () => {
  known = await servedMetrics()
})

/** The metrics of a portal in which every event for a gauge has happened. */
async function servedMetrics(): Promise<KnownMetrics> {
  const portal = await testPortal({ meter: true })
  try {
    await portal.pool.query(
      `INSERT INTO backup_run (id, place, ended_at, holds_until) VALUES (gen_random_uuid(), '/one', now(), now())`,
    )
    await anchorAudit(portal.world)
    await portal.as(null)({ method: 'GET', url: '/healthz' })
    const declared = new Map(METRIC_SOURCES.flatMap(({ gauges }) => Object.entries(gauges)))
    const metrics = new Map<string, Record<string, readonly string[] | null>>()
    for (const { name, labels } of await portal.meter.scrape()) {
      const values = declared.get(name)?.labels ?? {}
      const ofThis = Object.keys(labels).map((label) => [label, values[label] ?? null] as const)
      metrics.set(name, { ...metrics.get(name), ...Object.fromEntries(ofThis) })
    }
    return metrics
  } finally {
    await portal.close()
  }
}

describe('the board and the rules', () => {
  it('name only metrics of a running portal', () => {
    expect([BOARD.length, RULES.length].every((count) => count > 15)).toBe(true)
    expect([...BOARD, ...RULES].flatMap((query) => queryBreaches(query, known))).toEqual([])
  })

  it('use every gauge of the portal', () => {
    const gauges = METRIC_SOURCES.flatMap((source) => Object.keys(source.gauges))
    const all = [...BOARD, ...RULES].join('\n')
    expect(gauges.filter((gauge) => !new RegExp(`\\b${gauge}\\b`, 'u').test(all))).toEqual([])
  })

  it.each([
    ['max(portal_job{state="dead"})', 'no metric portal_job'],
    ['max(portal_jobs{staet="dead"})', 'portal_jobs has no label staet'],
    ['max(portal_jobs{state="ded"})', 'portal_jobs has no state ded'],
    ['max by (knid) (portal_jobs)', 'no label knid'],
    ['sum(rate(portal_http_requests_total[5m]))', 'no metric portal_http_requests_total'],
  ])('would fail for %s', (query, breach) => {
    expect(queryBreaches(query, known)).toContain(`${breach}: ${query}`)
  })

  it('would fail for an alert without its query', () => {
    expect(() => queriesOfRules('  - alert: One\n    expr: |\n      up == 0\n  - alert: Two\n')).toThrow(
      'Each alert needs its expr in one line.',
    )
  })
})
