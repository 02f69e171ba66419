import * as z from 'zod'
import type { Clock } from '../clock/clock.ts'
import type { Engines } from '../engines.ts'
import type { App } from './app-types.ts'
import { networkOf } from './network.ts'
import { jsonReader } from './read-bodies.ts'

/** Where browsers say what the page's content policy kept from loading. */
export const POLICY_REPORTS_PATH = '/policy-reports'

/** Anybody may send reports. One told thing is not told again for an hour, and in one so many are told at most. */
const QUIET_MS = 3_600_000
const MOST_TOLD = 200
/** Of one network, so that it cannot use up what the others may tell. */
const MOST_TOLD_OF_NETWORK = 20
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
 * Takes reports in, as `report-uri` of CSP sends them: the log tells a directive, the origin of what was kept from
 * loading and the page's path. Queries, samples of scripts and whatever else a report holds may carry what is secret.
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

/** Tells whether something is to be told: nobody has told it within the hour, and its network not too much else. */
function createNews(clock: Clock): (what: string, network: string) => boolean {
  const told = new Map<string, { at: number; network: string }>()
  return (what, network) => {
    const now = clock.now().getTime()
    for (const [other, { at }] of told) if (now - at >= QUIET_MS) told.delete(other)
    const ofNetwork = [...told.values()].filter((each) => each.network === network).length
    if (told.has(what) || told.size >= MOST_TOLD || ofNetwork >= MOST_TOLD_OF_NETWORK) return false
    told.set(what, { at: now, network })
    return true
  }
}

/** Null for what is no report: there is nobody who would read a failure. */
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

/** `inline`, `eval` and the like are words; of an address only its origin or scheme is told. */
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
