import type { Role } from '@portal/contract/access/roles.ts'
import { CHECKOUT, type Environment } from './environment.ts'
import { readIssuers } from './issuers.ts'
import * as schema from './setting-schemas.ts'
import type { Values, Variables } from './variable.ts'

export const PEOPLE_VARIABLES = {
  OIDC_ISSUERS: {
    schema: schema.text,
    defaultDoc: 'none: no single sign-on',
    doc: 'a JSON file with the issuers of single sign-on (OpenID Connect), see [single sign-on](running/single-sign-on.md)',
  },
  STAFF_EMAIL_DOMAIN: {
    schema: schema.emailDomain,
    defaultDoc: 'none (demo: `staff.example`)',
    doc: "the firm's own e-mail domain",
  },
  CORS_ORIGINS: { schema: schema.origins, doc: 'other origins that may call the portal with cookies' },
} satisfies Variables

export const SESSION_VARIABLES = {
  SESSION_IDLE_MINUTES: {
    schema: schema.numberByRole(5, 43_200),
    defaultDoc: '480',
    doc: 'idle timeout of a session in minutes, 5 or more, for all or by role: `480, administrator=60`; roles are `user`, `manager`, `staff`, `administrator`, `reader`',
  },
  SESSION_HOURS: {
    schema: schema.numberByRole(1, 8760),
    defaultDoc: '168',
    doc: 'longest session in hours, for all or by role',
  },
  SECOND_FACTOR_REQUIRED: {
    schema: schema.roles,
    defaultDoc: 'nobody',
    doc: 'roles that must sign in with a second factor or a passkey, such as `administrator, staff`; a person without either can only set one up; roles are `user`, `manager`, `staff`, `administrator`, `reader`',
  },
} satisfies Variables

type PeopleSource = { readonly environment: Environment; readonly isDemo: boolean }

export function peopleSettings(
  values: Values<typeof PEOPLE_VARIABLES>,
  { environment, isDemo }: PeopleSource,
) {
  return {
    issuers: readIssuers(values.OIDC_ISSUERS, { folder: CHECKOUT, environment }),
    staffEmailDomain: values.STAFF_EMAIL_DOMAIN ?? (isDemo ? 'staff.example' : null),
    corsOrigins: values.CORS_ORIGINS ?? [],
  }
}

export function sessionSettings(values: Values<typeof SESSION_VARIABLES>) {
  return {
    /** Milliseconds by role: the idle timeout, and the longest session. */
    sessions: {
      idleMs: byRole(values.SESSION_IDLE_MINUTES, { usual: 480, unitMs: 60_000 }),
      wholeMs: byRole(values.SESSION_HOURS, { usual: 168, unitMs: 3_600_000 }),
    },
    secondFactorRequired: values.SECOND_FACTOR_REQUIRED ?? new Set<Role>(),
  }
}

type Usual = { readonly usual: number; readonly unitMs: number }

/** The value of a role, else the value for all others, else the default; in milliseconds. */
function byRole(set: schema.NumberByRole | null, { usual, unitMs }: Usual): Readonly<Record<Role, number>> {
  const of = (role: Role) => (set?.named[role] ?? set?.others ?? usual) * unitMs
  return {
    user: of('user'),
    manager: of('manager'),
    staff: of('staff'),
    administrator: of('administrator'),
    reader: of('reader'),
  }
}
