import { OWNERS } from '@portal/server/src/testing/relevance/words.ts'

/** Distinct words of the texts. The first are the frequent ones. */
const VOCABULARY = 60_000

const ONSETS = 'b br c ch d f g gr h l m n p pl r s st t tr v'.split(' ')
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea']
const CODAS = ['', 'n', 'r', 'l', 's', 'm']
const ENDINGS = ['', 'a', 'o', 'ing', 'er', 'al', 'ment']
const SYLLABLES = ONSETS.length * VOWELS.length * CODAS.length

const FAMILIES = `Garza Núñez O'Dell McAllister Treviño Holloway Petersen Sáenz Álvarez Kovács Lindquist Ybarra Abernathy Müller
Cantú Peña Rutherford Zapalac Hernández Boudreaux Schneider Rodríguez Whitaker Castillo Blankenship Dougherty Villarreal
Montgomery Quiñones Fitzpatrick Sepúlveda Hutchinson Maldonado Kirkpatrick Arredondo Breckenridge Zaragoza Wolverton`
const GIVEN = `José María Robert Clara Héctor Patsy Óscar Edna Raúl Beulah Irene Guadalupe Andrés Dorothy Ernest Consuelo Wallace
Lupita Harold Elvira Chester Rosalinda Leroy Genoveva`
const LANDS = `Caprock Llano Mesquite Cottonwood Sabine Piñon Nueces Pecos Thunderhead Ironwood Lobo Tule Bluebonnet Brazos Mustang
Javelina Roadrunner Ocotillo Comanche Stallion`
const TRADES = `Operating Petroleum Pipeline Midstream Royalty Minerals Refining Chemical Gathering Compression Transmission Railway
Telephone Drilling Trucking Welding`
const FORMS = ['LLC', 'LP', 'Inc', 'Company', 'Trust', 'Partners', 'Ltd', '& Sons']

const list = (words: string) => words.split(/\s+/)
const [families, given, lands, trades] = [list(FAMILIES), list(GIVEN), list(LANDS), list(TRADES)]

/** The words of the texts, from the most frequent to the rarest. They can be spoken, so that misspelled ones are like others. */
export const WORDS: readonly string[] = makeWords()

function makeWords(): string[] {
  const words = new Set<string>()
  for (let at = 1; words.size < VOCABULARY; at += 1) {
    const mixed = mix(at, 3)
    const ending = ENDINGS[mixed % ENDINGS.length]
    words.add(`${syllable(mix(at, 1))}${syllable(mix(at, 2))}${ending}`)
  }
  return [...words]
}

function syllable(number: number): string {
  const at = number % SYLLABLES
  const vowel = VOWELS[Math.floor(at / ONSETS.length) % VOWELS.length]
  const coda = CODAS[Math.floor(at / ONSETS.length / VOWELS.length)]
  return `${ONSETS[at % ONSETS.length]}${vowel}${coda}`
}

/** A number that hangs on `at` alone, as if by chance. */
export function mix(at: number, seed: number): number {
  let mixed = Math.imul(at ^ (seed * 0x9e3779b9), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A rank by Zipf's law: half of the words of a text are among the first 245. */
export function rankOf(chance: number): number {
  return Math.min(VOCABULARY - 1, Math.floor(Math.exp(chance * Math.log(VOCABULARY))) - 1)
}

/** The name of an owner: of a person, an estate or a company. */
export function ownerName(party: number): string {
  const pick = <T>(from: readonly T[], seed: number) => from[mix(party, seed) % from.length]
  const family = pick(families, 11)
  switch (mix(party, 10) % 8) {
    case 0:
      return `${family}, ${pick(given, 12)} & ${pick(given, 13)}`
    case 1:
      return `Est of ${pick(given, 12)} ${family}`
    case 2:
      return `${family} Family Mineral Trust`
    case 3:
      return `${family} ${pick(given, 12)}`
    case 4:
      return pick(OWNERS, 14) ?? ''
    default:
      return `${pick(lands, 15)} ${pick(lands, 16)} ${pick(trades, 17)} ${pick(FORMS, 18)}`
  }
}

export const accountNumber = (party: number) => `R-${String(party).padStart(7, '0')}`
