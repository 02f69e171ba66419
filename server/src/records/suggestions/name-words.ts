/** Legal forms that end a company's name. */
export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'llc lp llp lllp lc inc corp co ltd pc pllc plc na sa usa'.split(' '),
)

/** After a name they make it another name. */
export const GENERATIONS: ReadonlySet<string> = new Set('jr sr ii iii iv'.split(' '))

/** After a name they continue it. */
export const CONTINUING: ReadonlySet<string> = new Set([
  ...LEGAL_FORMS,
  ...GENERATIONS,
  ...'trust trustee trustees ttee tr fbo estate life etux etal etvir holdings partners partnership family heirs et deceased group fund'.split(
    ' ',
  ),
])

/** Words of companies and bodies. A name without them, and without digits, is a person's. */
const OF_COMPANIES: ReadonlySet<string> = new Set([
  ...LEGAL_FORMS,
  ...`trust partners partnership bank church county city state isd district energy oil gas resources pipeline
  pipelines pipe line holdings properties property foundation university college association assoc associates
  ministries operating petroleum royalty royalties minerals mineral ranch farms farm enterprises services service
  investments investment group systems electric power telephone railroad railway midstream exploration production
  management land cattle fund school hospital cement steel chemical refining water cooperative coop authority
  consultants tax leasing drilling gathering transmission ventures capital realty homes stores industries
  international manufacturing materials construction supply rental rentals equipment motors foods solutions
  technologies communications wireless department commission society club company`.split(/\s+/),
])

/** Words that many names have. A name of such words alone says little. */
const COMMON: ReadonlySet<string> = new Set([
  ...OF_COMPANIES,
  ...'the of and de la del los las texas tx american national united first general estate unknown owner new'.split(
    ' ',
  ),
])

/** Words of public bodies, which many documents name without being about them. */
const OF_BODIES: ReadonlySet<string> = new Set(
  'county city state isd district comptroller authority department commission school'.split(' '),
)

const DIGIT = /\d/

export function isCompany(words: readonly string[]): boolean {
  return words.some((word) => OF_COMPANIES.has(word) || DIGIT.test(word))
}

export function isPublicBody(words: readonly string[]): boolean {
  return words.some((word) => OF_BODIES.has(word))
}

/** The words without initials and legal forms. */
export function significantWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.length > 2 && !LEGAL_FORMS.has(word))
}

/** The words that tell one name from others. */
export function distinctiveWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.length > 2 && !COMMON.has(word) && !/^\d+$/.test(word))
}
