export const DEMO_PASSWORD = 'demo-portal-2026'

export const SAMPLE_COUNTIES = [
  { name: 'Angelina', number: '003' },
  { name: 'Ector', number: '068' },
  { name: 'Gregg', number: '092' },
  { name: 'Midland', number: '165' },
  { name: 'Nueces', number: '178' },
  { name: 'Reeves', number: '195' },
] as const

/** What people of a county usually miss. */
export const SAMPLE_QUESTIONS = [
  'The signature of the owner or an authorized agent',
  'An account or property ID',
  'The year and the cost of each asset',
]

export function emailDomainOf(county: string): string {
  return `${county.toLowerCase()}cad.example`
}

export const ADMINISTRATOR = 'admin@staff.example'
export const STAFF = ['engineer@staff.example', 'records@staff.example'] as const

/** Two people per county. */
export function countyPeople(county: string): [string, string] {
  return [`clerk@${emailDomainOf(county)}`, `appraiser@${emailDomainOf(county)}`]
}
