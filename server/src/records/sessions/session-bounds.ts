import type { Role } from '@portal/contract/access/roles.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { ActiveSession, SessionCutoffs, SessionRules } from './session.repository.ts'

type Bounds = Pick<Settings, 'sessions'>

/** Sessions of this role that were last seen and started after these times are alive at `now`. */
export function sessionCutoffs({ sessions }: Bounds, role: Role, now: Date): SessionCutoffs {
  return cutoffs(now, { idleMs: sessions.idleMs[role], wholeMs: sessions.wholeMs[role] })
}

/** Sessions last seen or started before these times are over, for every role. */
export function lastCutoffs({ sessions }: Bounds, now: Date): SessionCutoffs {
  return cutoffs(now, { idleMs: longest(sessions.idleMs), wholeMs: longest(sessions.wholeMs) })
}

const longest = (byRole: Readonly<Record<Role, number>>) => Math.max(...Object.values(byRole))

function cutoffs(now: Date, { idleMs, wholeMs }: { idleMs: number; wholeMs: number }): SessionCutoffs {
  return { lastSeen: new Date(now.getTime() - idleMs), begun: new Date(now.getTime() - wholeMs) }
}

/** The rules of the settings for every session. `isOver` then applies the limits of the person's role. */
export function rulesOfSessions(settings: Settings, now: Date): SessionRules {
  const { secondFactorRequired: factorRequired, issuers } = settings
  return { after: lastCutoffs(settings, now), factorRequired, issuers }
}

/** Whether a session is over by the settings for the person's current role. */
export function isOver(
  { person, lastSeenAt, begunAt }: ActiveSession,
  { settings, now }: { settings: Bounds; now: Date },
): boolean {
  const after = sessionCutoffs(settings, person.role, now)
  return lastSeenAt <= after.lastSeen || begunAt <= after.begun
}
