import type { Cast } from './portal/cast.ts'

/** The county Loving, with dropped files and arriving mail, and its clerk. */
export const LOVING = {
  counties: { loving: 'Loving' },
  people: { clerk: { county: 'loving' } },
} as const satisfies Cast
