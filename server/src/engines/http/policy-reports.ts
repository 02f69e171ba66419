import * as z from 'zod'
import type { Engines } from '../engines.ts'
import type { App } from './app-types.ts'
import { jsonReader } from './read-bodies.ts'

/** Where browsers say what the page's content policy kept from loading. */
export const POLICY_REPORTS_PATH = '/policy-reports'

/** One told thing is not told again for an hour, and no more than these many are told in one: anybody may send reports. */
const QUIET_MS = 3_600_000
const MOST_TOLD = 50

const REPORT = z.object({
  'csp-report': z.object({
    'document-uri': z.string().optional(),
    'blocked-uri': z.string().optional(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
  }),
})

type Breach = { directive: string; blocked: string; page: string }

/**
 * Takes reports in, as `report-uri` of CSP sends them: the log tells a directive, the origin of what was kept from
 * loading and the page's path. Queries, samples of scripts and whatever else a report holds may carry what is secret.
 */
export function takePolicyReports(app: App, { clock, log }: Pick<Engines, 'clock' | 'log'>): void {
  const told = new Map<string, number>()
  const isNews = (key: string): boolean => {
    const now = clock.now().getTime()
    for (const [other, at] of told) if (now - at >= QUIET_MS) told.delete(other)
    if (told.has(key) || told.size >= MOST_TOLD) return false
    told.set(key, now)
    return true
  }
  app.addContentTypeParser('application/csp-report', jsonReader(app))
  app.post(POLICY_REPORTS_PATH, async (request, reply) => {
    const breach = readBreach(request.body)
    if (breach && isNews(`${breach.directive} ${breach.blocked}`)) {
      log.warn(breach, 'A browser kept something from loading: the content policy of the page forbids it.')
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/** Null for what is no report: there is nobody who would read a failure. */
function readBreach(body: unknown): Breach | null {
  const parsed = REPORT.safeParse(body)
  if (!parsed.success) return null
  const report = parsed.data['csp-report']
  const directive = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? ''
  if (!/^[a-z-]{1,40}$/u.test(directive)) return null
  return { directive, blocked: sourceOf(report['blocked-uri']), page: pathOf(report['document-uri']) }
}

/** `inline`, `eval` and the like are words; of an address only its origin or scheme is told. */
function sourceOf(blocked = ''): string {
  if (/^[a-z-]{1,40}$/u.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'unknown'
  const { origin, protocol } = new URL(blocked)
  return origin === 'null' ? protocol : origin
}

function pathOf(page = ''): string {
  return URL.canParse(page) ? new URL(page).pathname.slice(0, 200) : 'unknown'
}
