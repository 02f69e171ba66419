import type { PortalOptions } from './test-portal.ts'

/** A portal with three counties and an administrator, who may ask as fast as the test does. */
export const THREE_COUNTIES = {
  cast: {
    counties: { midland: 'Midland', ector: 'Ector', ward: 'Ward' },
    people: { administrator: { email: 'admin@staff.example', role: 'administrator' } },
  },
  environment: { RATE_LIMIT: 'off' },
} as const satisfies PortalOptions
