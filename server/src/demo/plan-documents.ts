import type { Names } from '../records/reference/dictionaries.ts'
import { readSamples, type Samples } from './documents/samples.ts'
import type { Random } from './random.ts'
import { paperFile, usualKind } from './sample-paper.ts'
import type { SampleOrganization } from './sample-parties.ts'
import { describe, nameFile } from './sample-words.ts'

export const SAMPLE_DOCUMENTS = 2000
const DAY_MS = 86_400_000
const YEARS_BACK = 3

export type SamplePlace = { countyId: number | null; county: string; uploaders: readonly number[] }

export type PlannedDocument = {
  countyId: number | null
  uploadedBy: number
  typeId: number
  categoryId: number
  statusId: number
  uploadedAt: Date
  description: string
  fileName: string
  bytes: Buffer
  owner: SampleOrganization
  /** Only a document with a county is linked, because every county has all sample organizations. */
  isLinked: boolean
  isInBin: boolean
}

type Facts = {
  now: Date
  names: Names
  typeIds: readonly number[]
  places: readonly SamplePlace[]
  organizations: readonly SampleOrganization[]
  howMany: number
}

/**
 * Plans three seasons of filings, oldest first. Most come from January to May, and nearly all old ones are completed.
 */
export function planDocuments(random: Random, facts: Facts): PlannedDocument[] {
  const samples = readSamples()
  const moments = Array.from({ length: facts.howMany }, () => uploadMoment(random, facts.now))
  return moments
    .toSorted((one, other) => one.getTime() - other.getTime())
    .map((at, index) => planDocument(random, { ...facts, samples }, { at, index }))
}

function planDocument(
  random: Random,
  { now, names, typeIds, places, organizations, samples }: Facts & { samples: Samples },
  { at, index }: { at: Date; index: number },
): PlannedDocument {
  const place = random.pick(places)
  const typeId = usualType(random, names, typeIds)
  const categoryId = names.categoryOfType(typeId) ?? 1
  const owner = random.pick(organizations)
  const words = {
    year: at.getUTCFullYear(),
    county: place.county,
    owner: owner.name,
    type: names.typeName(typeId),
  }
  const kind = usualKind(random, words.type)
  const paper = { ...words, category: names.categoryName(categoryId), from: 'records@staff.example', on: at }
  return {
    countyId: place.countyId,
    uploadedBy: random.pick(place.uploaders),
    typeId,
    categoryId,
    statusId: usualStatus(random, (now.getTime() - at.getTime()) / DAY_MS),
    uploadedAt: at,
    description: describe(random, words),
    fileName: nameFile(random, words, kind),
    bytes: paperFile(random, { kind, sample: samples[kind], paper }),
    owner,
    isLinked: place.countyId !== null && index % 3 === 0,
    isInBin: index % 61 === 60,
  }
}

/** Most filings are renditions. */
function usualType(random: Random, names: Names, typeIds: readonly number[]): number {
  const renditions = typeIds.filter((id) => names.typeName(id) === 'Rendition')
  return random.chance(40) ? random.pick(renditions) : random.pick(typeIds)
}

function uploadMoment(random: Random, now: Date): Date {
  const start = now.getTime() - YEARS_BACK * 365 * DAY_MS
  for (;;) {
    const at = new Date(start + random.below(YEARS_BACK * 365) * DAY_MS)
    const isSeason = at.getUTCMonth() < 5
    if (!isSeason && random.chance(65)) continue
    // Weekdays, in the working hours of Texas.
    if (at.getUTCDay() % 6 === 0) continue
    at.setUTCHours(14 + random.below(9), random.below(60), random.below(60), 0)
    if (at <= now) return at
  }
}

function usualStatus(random: Random, ageInDays: number): number {
  if (ageInDays > 200) return random.chance(97) ? 2 : 4
  if (ageInDays > 45) return random.chance(75) ? 2 : random.pick([3, 4])
  return random.pick([1, 1, 2, 3, 3, 4])
}
