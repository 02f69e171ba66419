import type { PortalOptions } from './test-portal.ts'

/** A portal with people of two counties, of the firm and of its staff. */
export const TWO_COUNTIES = {
  cast: {
    counties: { loving: 'Loving', winkler: 'Winkler' },
    people: {
      administrator: { email: 'admin@firm.example', role: 'administrator' },
      clerk: { county: 'loving' },
      colleague: { email: 'chief@loving.example', county: 'loving' },
      neighbor: { email: 'clerk@winkler.example', county: 'winkler' },
      staff: { email: 'engineer@staff.example' },
    },
  },
} as const satisfies PortalOptions
