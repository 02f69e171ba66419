import type { Random } from './random.ts'

const FIRST = [
  'Permian',
  'Caprock',
  'Mesquite',
  'Llano',
  'Pecos',
  'Sabine',
  'Trinity',
  'Gulf Bend',
  'Delaware',
  'Spraberry',
  'Lone Mesa',
  'Big Thicket',
  'Cottonwood',
  'Guadalupe',
  'Concho',
  'Wolfcamp',
  'Bluebonnet',
  'Coastal Plain',
  'Nacogdoches',
  'Red Bluff',
  'San Jacinto',
  'Palo Duro',
  'Chisholm',
  'Brazos',
  'Laguna',
  'Yellow House',
] as const
const SECOND = [
  'Compression',
  'Midstream',
  'Operating',
  'Minerals',
  'Pipe Line',
  'Resources',
  'Gathering',
  'Refining',
  'Royalty',
  'Energy Partners',
  'Oil & Gas',
  'Power',
  'Chemical',
  'Sand & Gravel',
  'Cement',
  'Timber',
  'Well Service',
  'Saltwater Disposal',
] as const
const FORM = ['LLC', 'LP', 'Inc', 'Co', 'Trust', 'Ltd'] as const
const AGENT_FIRST = [
  'Rutherford',
  'Lindquist',
  'Ochoa',
  'Delgado & Price',
  'K.E. Hartmann',
  'Boudreaux',
  'St. Clair',
  'Whitfield',
  'Tanaka',
  'O’Brien',
  'Vasquez',
  'McAllister',
] as const
const AGENT_SECOND = [
  'Property Tax',
  'Tax Advisors',
  'Ad Valorem Services',
  '& Co',
  'Valuation Group',
  '& Associates',
] as const
const CITIES = [
  ['Midland', '79701'],
  ['Odessa', '79761'],
  ['Houston', '77002'],
  ['Dallas', '75201'],
  ['Lufkin', '75901'],
  ['Longview', '75601'],
  ['Corpus Christi', '78401'],
  ['Pecos', '79772'],
  ['Fort Worth', '76102'],
] as const

export type SampleOrganization = { partyNumber: number; name: string }
export type SampleAgent = {
  agentNumber: number
  name: string
  legacyCode: string
  address: string
  city: string
  postalCode: string
}

/** Each name is unique. Party numbers have gaps, like real ones. */
export function sampleOrganizations(random: Random, count: number): SampleOrganization[] {
  const names = new Set<string>()
  while (names.size < count) names.add(`${random.pick(FIRST)} ${random.pick(SECOND)} ${random.pick(FORM)}`)
  return [...names].map((name, at) => ({ partyNumber: 100_000 + at * 7, name }))
}

export function sampleAgents(random: Random, count: number): SampleAgent[] {
  return Array.from({ length: count }, (_, at) => {
    const [city, postalCode] = random.pick(CITIES)
    return {
      agentNumber: 1001 + at * 3,
      name: `${random.pick(AGENT_FIRST)} ${random.pick(AGENT_SECOND)}${at < 60 ? '' : ` ${at}`}`,
      legacyCode: random.chance(8) ? '' : at.toString(16).toUpperCase().padStart(3, '0'),
      address: `${100 + random.below(9800)} ${random.pick(['Main St', 'FM 307', 'Loop 250', 'N Big Spring St', 'Hwy 158'])}`,
      city,
      postalCode,
    }
  })
}
