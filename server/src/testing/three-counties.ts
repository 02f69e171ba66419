import type { PortalOptions } from './test-portal.ts'

/** A portal with three counties and an administrator, without throttling. */
export const THREE_COUNTIES = {
  cast: {
    counties: { midland: 'Midland', ector: 'Ector', ward: 'Ward' },
    people: { administrator: { email: 'admin@staff.example', role: 'administrator' } },
  },
  environment: { RATE_LIMIT: 'off' },
} as const satisfies PortalOptions
