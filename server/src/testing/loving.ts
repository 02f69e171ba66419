import type { Cast } from './portal/cast.ts'

/** The county Loving, for which files are dropped and mail arrives, and its clerk. */
export const LOVING = {
  counties: { loving: 'Loving' },
  people: { clerk: { county: 'loving' } },
} as const satisfies Cast
