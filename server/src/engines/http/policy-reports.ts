import * as z from 'zod'
import type { Clock } from '../clock/clock.ts'
import type { Engines } from '../engines.ts'
import type { App } from './app-types.ts'
import { networkOf } from './network.ts'
import { jsonReader } from './read-bodies.ts'

/** Where browsers report what the page's content policy blocked. */
export const POLICY_REPORTS_PATH = '/policy-reports'

/** Anyone may send reports. The same report is logged once an hour, and so many different ones in an hour at most. */
const QUIET_MS = 3_600_000
const MAX_REPORTS = 200
/** Maximum per network, so that one cannot use up the share of the others. */
const MAX_REPORTS_PER_NETWORK = 20
const MAX_TEXT_CHARACTERS = 200

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
 * Accepts reports as `report-uri` of CSP sends them. It logs the directive, the origin of the blocked resource and the
 * page's path only. Queries, script samples and the rest of a report may contain secrets.
 */
export function takePolicyReports(
  app: App,
  { clock, log, settings: { publicUrl } }: Pick<Engines, 'clock' | 'log' | 'settings'>,
): void {
  const news = createNews(clock)
  app.addContentTypeParser('application/csp-report', jsonReader(app))
  app.post(POLICY_REPORTS_PATH, async (request, reply) => {
    const breach = readBreach(request.body, publicUrl)
    if (breach && news(`${breach.directive} ${breach.blocked}`, networkOf(request.callerAddress))) {
      log.warn(breach, 'A browser kept something from loading: the content policy of the page forbids it.')
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/** Builds a test for what to log: not logged within the last hour, and not too many reports from its network. */
function createNews(clock: Clock): (what: string, network: string) => boolean {
  const told = new Map<string, { at: number; network: string }>()
  return (what, network) => {
    const now = clock.now().getTime()
    for (const [other, { at }] of told) if (now - at >= QUIET_MS) told.delete(other)
    const ofNetwork = [...told.values()].filter((each) => each.network === network).length
    if (told.has(what) || told.size >= MAX_REPORTS || ofNetwork >= MAX_REPORTS_PER_NETWORK) return false
    told.set(what, { at: now, network })
    return true
  }
}

/** Null for a body that is not a report: no one would read a failure. */
function readBreach(body: unknown, publicUrl: string): Breach | null {
  const parsed = REPORT.safeParse(body)
  if (!parsed.success) return null
  const report = parsed.data['csp-report']
  const directive = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? ''
  if (!/^[a-z-]{1,40}$/u.test(directive)) return null
  return {
    directive,
    blocked: sourceOf(report['blocked-uri']),
    page: pageOf(report['document-uri'], publicUrl),
  }
}

/** `inline`, `eval` and the like are keywords; for an address, only its origin or scheme is logged. */
function sourceOf(blocked = ''): string {
  if (/^[a-z-]{1,40}$/u.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'unknown'
  const { origin, protocol } = new URL(blocked)
  return (origin === 'null' ? protocol : origin).slice(0, MAX_TEXT_CHARACTERS)
}

function pageOf(page = '', publicUrl: string): string {
  const isOurs = URL.canParse(page) && new URL(page).origin === new URL(publicUrl).origin
  return isOurs ? new URL(page).pathname.slice(0, MAX_TEXT_CHARACTERS) : 'elsewhere'
}
