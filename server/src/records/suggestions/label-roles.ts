/** What a label says about the name next to it. */
export type Role = 'owner' | 'agent' | 'other'

/** The subject of a letter, with the kind and the year of a filing: `Re: 2026 rendition,`. */
const SUBJECT =
  '(?:\\bre|subject):\\s{0,3}(?:20\\d\\d\\W{1,3})?(?:[a-z ]{0,30}(?:rendition|protest|request|list|order|agent)s?\\W{1,4})?(?:20\\d\\d\\W{1,3})?'

/** Labels of forms and letters, in English and Spanish. The first that matches a place decides. */
const LABELS: readonly { readonly role: Role | null; readonly pattern: RegExp }[] = [
  { role: null, pattern: /owners?(?:'s|’s)?\W{1,3}or\W.{0,24}agent|agent.{0,24}\Wor\W.{0,24}owner/giu },
  {
    role: 'other',
    pattern: new RegExp(
      `(?:prior|previous|former|new|adjacent|adjoining|neighboring) (?:property )?owners?|previous name|operators?\\b|lessees?\\b|
      lessors?\\b|tenants?\\b|landlords?|mortgag\\w+|lenders?|sellers?|buyers?|grantors?|grantees?|purchasers?|
      (?:sold|conveyed|transferred|assigned|leased|payable|paid) (?:to|from|by)|(?:purchased|bought|acquired) (?:from|by)|
      formerly|attorneys?|secured party|prepared by|operated by|managed by|vendors?|customers?|carriers?|contractors?|
      manufacturers?|affiliates?|subsidiar\\w+|parent company|related entit\\w+|insur\\w+|bank\\b|employer|c/o\\b|\\bcc\\b|
      dear|operador|arrendatario|arrendador|vendedor|comprador|anterior`.replaceAll(/\n\s*/g, ''),
      'giu',
    ),
  },
  {
    role: 'agent',
    pattern:
      /agents?\b(?:'s|’s)?|tax consultants?\b|authorized representatives?|represented by|agente\b|representante\b/giu,
  },
  {
    role: 'owner',
    pattern: new RegExp(
      `owners?\\b|owned by|taxpayers?\\b|business name|company name|legal name|name of business|rendered by|
      on behalf of|behalf of|${SUBJECT}|regarding|rendition (?:of|for)|filed (?:by|for)|submitted (?:by|for)|
      protest (?:of|by)|property of|account of|propietari[oa]s?|due[ñn]os?|contribuyente|en nombre de|propiedad de`.replaceAll(
        /\n\s*/g,
        '',
      ),
      'giu',
    ),
  },
]

type Found = { readonly role: Role | null; readonly start: number; readonly end: number }

/** All labels of a text, in order, without those inside others. */
function labelsIn(text: string): readonly Found[] {
  const found: Found[] = []
  for (const { role, pattern } of LABELS) {
    for (const { 0: label, index: start } of text.matchAll(pattern)) {
      const end = start + label.length
      if (found.every((other) => end <= other.start || start >= other.end)) found.push({ role, start, end })
    }
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** Characters of a line that is a label. A longer line is a sentence. */
const MAX_LABEL_LENGTH = 80

/** Words of a label next to its role. */
const OF_LABEL =
  /^(?:['’]s|\b(?:is|are|legal|full|first|last|names?|nombre|del?|of|the|property|business|and|mailing|address)\b|[^\p{L}\d])*$/iu

/** Characters between a label and its value, such as `'s name and mailing address (as on the deed):`. */
const LABEL_TO_VALUE = 50

/**
 * The role of what follows a text, by its last label. Undefined without a label, null for one that may mean several. A
 * label that speaks against an owner counts at any distance. After any other label, only words of labels may follow,
 * because `the owner wrote to` names somebody else.
 */
export function roleOfNext(text: string): Role | null | undefined {
  const last = labelsIn(text).at(-1)
  if (!last || last.role === 'other') return last?.role
  const between = text.slice(last.end)
  const isNext = between.length <= LABEL_TO_VALUE && (OF_LABEL.test(between) || /:\s*$/.test(between))
  return isNext ? last.role : undefined
}

/** The role of a line that is nothing but a label; undefined for another line, null if it may mean several. */
export function roleOfLabel(line: string): Role | null | undefined {
  if (line.length > MAX_LABEL_LENGTH) return undefined
  const labels = labelsIn(line)
  const rest = labels.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), line)
  const [role, ...others] = new Set(labels.map((label) => label.role))
  if (role === undefined || !OF_LABEL.test(rest)) return role === 'other' ? role : undefined
  return others.length > 0 ? null : role
}
