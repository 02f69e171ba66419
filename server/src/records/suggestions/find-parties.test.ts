import { expect, test, vi } from 'vitest'
import { makeSeason } from '../../testing/relevance/season.ts'
import { agentDirectory } from './agent-directory.ts'
import { evidenceOf } from './evidence.ts'
import { findParties } from './find-parties.ts'
import { findTaxForm } from './find-tax-form.ts'
import { mentionsIn } from './mentions.ts'
import { directoryFrom } from './owner-directory.test-data.ts'
import { wordsOf } from './text-words.ts'

/** A roll with names that are easily confused. */
const OWNERS = directoryFrom(
  (
    [
      [101, 'TRINITY CEMENT INC', 'R000042'],
      [102, 'PECOS RIVER MIDSTREAM LLC', '778812'],
      [103, 'PECOS RIVER MIDSTREAM HOLDINGS LLC', '778813'],
      [104, 'SMITH, JOHN R', '500123'],
      [105, 'HERNANDEZ MARIA ESTATE OF', '500124'],
      [106, 'GARCÍA LÓPEZ, JOSÉ MARÍA', '500125'],
      [107, 'DE LA CRUZ MARIA', '500126'],
      [108, "O'BRIEN RANCH, L.P.", '500127'],
      [109, 'MARTINEZ JUAN', '500128'],
      [110, 'REEVES COUNTY', '900001'],
      [111, 'CHEVRON U.S.A. INC.', '600001'],
      [112, 'OIL & GAS COMPANY', '600002'],
      [113, 'JOHNSON WILLIAM', '700001'],
      [114, 'JOHNSON WILLIAM', '700002'],
      [115, 'DELAWARE PIPE LINE CO', '600003'],
      [116, 'Baker & Sons Ltd', '600004'],
      [117, 'MÉNDEZ PETRÓLEO, S.A.', '600005'],
      [118, 'SMITH JOHN R JR', '500129'],
      [119, 'PERMIAN WATER 4 LLC', '600006'],
      [120, 'TEXAS LAND LP', '600007'],
      [102219, 'SANDHILL GATHERING LP', ''],
    ] as const
  ).map(([number, name, cadOwnerId]) => ({ number, names: [name], cadOwnerId })),
)
const AGENTS = agentDirectory([
  { number: 18, legacyCode: '018', names: ['Rutherford & Associates'] },
  { number: 19, legacyCode: '019', names: ['Ryan Tax LLC'] },
  { number: 20, legacyCode: '0A2', names: ['Ryan Tax LLC'] },
  { number: 21, legacyCode: '0A3', names: ['Delaware Pipe Line Co'] },
])

async function read(...texts: readonly string[]) {
  const pages = texts.map((text, at) => ({ page: at + 1, text }))
  const { owners, agents } = await findParties(pages, { owners: OWNERS, agents: AGENTS })
  return { owners: owners.map(({ number }) => number), agents: agents.map(({ number }) => number) }
}

type Case = readonly [title: string, text: string, owners: readonly number[]]

const NAMED: readonly Case[] = [
  ['a label before the name', 'Property owner: Trinity Cement Inc\nKiln 3', [101]],
  ['a label above the name', "Property Owner's Name\nTRINITY CEMENT, INC.\nPO Box 1", [101]],
  ['a label below the name', 'Pecos River Midstream LLC\nName of Property Owner\n', [102]],
  ['the longer of two names', 'Owner: Pecos River Midstream Holdings, LLC', [103]],
  ['a legal form in words', 'Owner name: Pecos River Midstream Limited Liability Company', [102]],
  ['a legal form with periods', 'Taxpayer: PECOS RIVER MIDSTREAM, L.L.C.', [102]],
  ['a name without its legal form', 'Owner: Pecos River Midstream\nAddress: 1 Main', [102]],
  ['a name with a comma', 'Owner: SMITH, JOHN R', [104]],
  ['a name with the surname last', 'Property owner: John R. Smith', [104]],
  ['a junior', 'Owner: John R. Smith, Jr.', [118]],
  ['an estate', 'Owner: Estate of Maria Hernandez', [105]],
  ['an estate behind the name', 'Owner: Hernandez, Maria, Estate of', [105]],
  ['an abbreviated estate', 'Owner: EST OF MARIA HERNÁNDEZ', [105]],
  ['a Spanish name with two surnames', 'Propietario: José María García López', [106]],
  ['a Spanish name without accents', 'Nombre del dueño: GARCIA LOPEZ JOSE MARIA', [106]],
  ['a surname with particles', 'Owner: Maria de la Cruz', [107]],
  ['an apostrophe', 'Owner: O’Brien Ranch LP', [108]],
  ['an abbreviation with periods', 'Business name: Chevron USA, Inc', [111]],
  ['an ampersand', 'Owner: Baker and Sons, Limited', [116]],
  ['a Spanish company', 'Contribuyente: Mendez Petroleo S.A.', [117]],
  ['a name with a digit', 'Owner: Permian Water 4 LLC', [119]],
  ['a subject', 'Re: Trinity Cement Inc, 2026 rendition', [101]],
  ['a subject with its filing', 'Subject: 2026 Rendition - Trinity Cement Inc', [101]],
  ['a subject with its filing and year', 'Re: Extension request 2026, Delaware Pipe Line Co', [115]],
  ['a sentence', 'The property owner is Trinity Cement Inc of Pecos.', [101]],
  ['a long label', 'Owner’s name (as on the deed): Trinity Cement Inc', [101]],
  ['on whose behalf', 'We file this on behalf of Delaware Pipe Line Company.', [115]],
  ['a name over two lines', 'Owner: Pecos River Midstream\nHoldings LLC\nSuite 4', [103]],
  ['a heading', 'TRINITY CEMENT INC\nAsset list 2026\nKiln 3', [101]],
  [
    'a name that comes twice',
    'The kiln of Trinity Cement Inc is old. We ask Trinity Cement Inc for a list.',
    [101],
  ],
  ['columns', 'Owner   TRINITY CEMENT INC      Agent   Rutherford & Associates', [101]],
  ['two owners with a label each', 'Owner: Trinity Cement Inc\nOwner: Pecos River Midstream LLC', [101, 102]],
  ['a number with a prefix', 'Property owner account: R000042\nTrinity Cement kiln', [101]],
  ['a number with punctuation', 'Party No. 102,219\nSandhill Gathering', [102219]],
  ['a number with hyphens', 'Owner ID: 500-123, Mr. Smith (John)', [104]],
  ['a number below its label', 'Owner ID\n500-123\nJohn Smith', [104]],
  ['a number that tells two of the same name apart', 'Owner: William Johnson\nOwner ID 700002', [114]],
]

const NOT_NAMED: readonly Case[] = [
  ['nobody', 'Rendition of taxable property, tax year 2026', []],
  ['a blank form', "Property Owner's Name ________ Address ________", []],
  ['two names without a label', 'TRINITY CEMENT INC\nPECOS RIVER MIDSTREAM LLC\nMap 4', []],
  ['a piece of a longer name', 'Owner: Big Trinity Cement Inc', []],
  ['another legal form', 'Owner: Pecos River Midstream LP', []],
  ['another company of the group', 'Owner: Trinity Cement Inc Holdings', []],
  ['a person with another second surname', 'Owner: Juan Martínez García', []],
  ['a person with another first name', 'Owner: Pedro Juan Martinez', []],
  ['the estate of somebody on the roll', 'Owner: Estate of Juan Martinez', []],
  ['the life estate of somebody', 'Owner: Juan Martinez Life Estate', []],
  ['somebody and his wife', 'Owner: MARTINEZ JUAN ETUX', []],
  ['a trustee of somebody', 'Owner: JUAN MARTINEZ TTEE FBO ANA RUIZ', []],
  ['the senior of a junior', 'Owner: John R. Smith III', []],
  ['a person without a label', 'Signed\nJohn R. Smith\nApril 7, 2026', []],
  ['a couple', 'Owner: Juan Martinez and Ana Ruiz', []],
  ['two owners of the same name', 'Owner: William Johnson', []],
  ['a public body', 'REEVES COUNTY\nAppraisal District', []],
  ['a name of common words', 'TEXAS LAND LP\nRendition', []],
  ['a common name', 'OIL & GAS COMPANY\nRendition', []],
  ['the operator', 'Operator: Pecos River Midstream LLC\nWell 4', []],
  ['the lessee', 'Leased to Trinity Cement Inc since 2020', []],
  ['the prior owner', 'Prior owner: Trinity Cement Inc', []],
  ['the buyer', 'We sold the kiln to Trinity Cement Inc in May.', []],
  ['the bank of an unknown owner', 'Owner: Nobody On Roll LLC\nTRINITY CEMENT INC\nlist', []],
  ['an unknown owner below its label', 'Owner’s name\nNobody On Roll LLC\n\nTRINITY CEMENT INC', []],
  ['a single mention in a sentence', 'The well is near the kiln of Trinity Cement Inc in Pecos.', []],
  ['a number of another list', 'Owner ID 500123, Acme Holdings', []],
  ['a number of another list, next to a part of the name', 'Party No. 102219, Sandhill Ranch', []],
  ['a street number', 'Owner address: 101 Main Street', []],
  ['an amount', 'Account value $778,812', []],
  ['a year', 'Account No. 2026 for cement of the Trinity kiln', []],
  ['a name that is also an agent', 'DELAWARE PIPE LINE CO\nletter', []],
  ['an owner or agent', 'Owner or agent: Trinity Cement Inc', []],
  [
    'a list of owners',
    Array.from({ length: 60 }, (_, n) => `Party No. ${n + 1000}`).join(' Trinity Cement Inc\n'),
    [],
  ],
  ['a letter of the owner to somebody', 'The owner wrote to Trinity Cement Inc in May.', []],
  ['a subject about a letter', 'Re: your letter to Trinity Cement Inc of May', []],
  ['a neighbor in the subject', 'Re: 2026 protest, fence with Trinity Cement Inc', []],
  ['part of a word', 'Owner: Trinity Cementing Inc', []],
]

test.each(NAMED)('R19.2 the text names its owner by %s', async (_title, text, owners) => {
  expect((await read(text)).owners).toEqual(owners)
})

test.each(NOT_NAMED)('R19.3 no owner is suggested for %s', async (_title, text, owners) => {
  expect((await read(text)).owners).toEqual(owners)
})

test.each([
  ['a signature', 'Signed April 7, 2026, J. Whitfield, Rutherford & Associates, agent', [18]],
  ['a label', 'Agent: Rutherford & Associates', [18]],
  ['a letterhead', 'Rutherford & Associates\n100 Main', [18]],
  ['several agents of the same name', 'Agent: Ryan Tax LLC', []],
  ['a name that is also an owner', 'DELAWARE PIPE LINE CO\nletter', []],
  ['a label for a name of both', 'Agent: Delaware Pipe Line Co', [21]],
  ['nobody', 'Agent: ____', []],
] as const)('R19.4 the agent of the text, by %s', async (_title, text, agents) => {
  expect((await read(text)).agents).toEqual(agents)
})

test('R19.2 the owner is on a later page, and the page is named', async () => {
  const pages = ['Cover letter', 'Owner: Trinity Cement Inc'].map((text, at) => ({ page: at + 1, text }))
  const { owners } = await findParties(pages, { owners: OWNERS, agents: AGENTS })
  expect(owners.map(({ number, place }) => [number, place.page.page])).toEqual([[101, 2]])
})

test('R19.3 in a season of 600 papers no first suggestion is wrong', async () => {
  const season = makeSeason(7)
  const roll = new Map(season.map(({ owner }) => [owner.partyNumber, owner]))
  const owners = directoryFrom(
    [...roll.values()].map(({ partyNumber, name, account }) => ({
      number: partyNumber,
      names: [name],
      cadOwnerId: account,
    })),
  )
  const wrong: string[] = []
  let right = 0
  for (const { owner, text } of season) {
    const pages = text.map((each, at) => ({ page: at + 1, text: each }))
    const [first] = (await findParties(pages, { owners, agents: AGENTS })).owners
    if (first?.number === owner.partyNumber) right += 1
    else if (first) wrong.push(`${owner.name}: ${first.number}`)
  }
  expect(wrong).toEqual([])
  expect(right / season.length).toBeGreaterThan(0.9)
})

test.each([
  ['blanks after a label', `account${' '.repeat(8000)}`],
  ['labels', 'owner agent operator '.repeat(400)],
  ['names', 'TRINITY CEMENT INC '.repeat(420)],
  ['names in lines', 'Owner\nTRINITY CEMENT INC\n'.repeat(320)],
  ['beginnings of numbers', 'account no no no 12345-'.repeat(350)],
  ['letters', 'l l c '.repeat(1300)],
  ['forms', '50-144 '.repeat(1100)],
  ['colons', 'owner: '.repeat(1100)],
])('R19.8 a page of %s does not hold up the thread', async (_title, text) => {
  const begun = performance.now()
  await read(text)
  findTaxForm([{ page: 1, text }])
  expect(performance.now() - begun).toBeLessThan(2000)
})

test.each([
  ['name', 'Trinity Cement Inc;\n'],
  ['number', 'Owner ID R000042\n'],
])('R19.8 the names of an owner are compared once, however often a text has the %s', async (_what, line) => {
  const reads = vi.fn<() => string[]>(() => ['Trinity Cement Inc'])
  const owner = { number: 101, cadOwnerId: '', names: [] }
  const named = () => Promise.resolve([Object.defineProperty(owner, 'names', { get: reads })])
  const pages = [1, 2, 3].map((page) => ({ page, text: line.repeat(300) }))
  await findParties(pages, { owners: { ...OWNERS, named }, agents: AGENTS })
  expect(reads).toHaveBeenCalledOnce()
})

test('R19.8 a page has 300 names at most', () => {
  const text = 'Trinity Cement Inc;\n'.repeat(400)
  expect(mentionsIn({ page: 1, text }, wordsOf(text), OWNERS.find)).toHaveLength(300)
})

const evidenceFor = async (text: string) => {
  const { owners } = await findParties([{ page: 1, text }], { owners: OWNERS, agents: AGENTS })
  return owners.map(({ place }) => evidenceOf(place).text)
}

test.each([
  ['blanks and dashes', '- '.repeat(3500)],
  ['dashes', '-'.repeat(7000)],
  ['invisible characters', '\u200B'.repeat(50)],
])('R19.3 a name does not go on after many %s', async (_what, gap) => {
  expect(await evidenceFor(`Owner: Trinity ${gap}Cement Inc`)).toEqual([])
})

test('R19.1 the words of a suggestion have 200 characters at most', async () => {
  const [evidence = ''] = await evidenceFor(`Owner: Trinity${'\u0301'.repeat(5000)} Cement Inc`)
  expect(evidence).toHaveLength(200)
})

test('R19.1 the words of a suggestion have no invisible characters', async () => {
  const text = 'Owner:\t\u202ETrinity Cement Inc\u202C \u200Bof Pecos'
  expect(await evidenceFor(text)).toEqual(['Owner: Trinity Cement Inc of Pecos'])
})
