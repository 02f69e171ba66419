import type { Random } from './random.ts'

type Facts = { year: number; county: string; owner: string; type: string }

const REMARKS = [
  'received by mail',
  'sent through the agent',
  'replaces the earlier copy',
  'two pages missing, asked for again',
  'signed by the owner',
  'extension granted to May 15',
  'scanned at the counter',
  'values to be checked with the field notes',
  'includes new compressor stations',
  'cost basis attached',
  'confidential under Section 22.27',
  'late, penalty to be reviewed',
] as const

/** Returns a description as people write it: most are short, some long, a few empty. */
export function describe(random: Random, { year, county, owner, type }: Facts): string {
  if (random.chance(5)) return ''
  if (random.chance(25)) return `${year} ${type}`
  const first = `${year} ${type} of ${owner} for ${county} County, ${random.pick(REMARKS)}`
  if (random.chance(70)) return first
  const more = Array.from({ length: 2 + random.below(4) }, () => random.pick(REMARKS)).join('; ')
  return `${first}. Notes of the desk: ${more}. Please compare with last year before the notice goes out.`
}

/** Returns a file name as owners, agents and scanners write it. */
export function nameFile(random: Random, { year, county, owner, type }: Facts, extension: string): string {
  const safeType = type.replaceAll(/[^\w .'-]+/g, ' ')
  switch (random.below(5)) {
    case 0:
      return `${year} ${safeType} - ${owner}.${extension}`
    case 1:
      return `${county.toUpperCase()}_${year}_${safeType.replaceAll(/\W+/g, '_')}.${extension.toUpperCase()}`
    case 2:
      return `SCAN${String(random.below(100_000)).padStart(5, '0')}.${extension}`
    case 3:
      return `${owner} ${safeType} ${year} (${1 + random.below(3)}).${extension}`
    default:
      return `${safeType.toLowerCase().replaceAll(/\W+/g, '-')}-${county.toLowerCase()}-${year}.${extension}`
  }
}
