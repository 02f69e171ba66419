import type { MailFiling } from '../../../engines/config/mailbox-settings.ts'
import type { World } from '../../../records/context.ts'
import { findMatchingCounties } from '../../../records/counties/counties.repository.ts'
import type { DocumentDraft } from '../../../records/intake/document-draft.ts'
import { typesByName } from '../../../records/reference/type-by-name.repository.ts'
import type { MailboxWarning } from './mailbox.warnings.ts'

/** An address for filings of a county, with the settings for all of them. */
export type FilingAddress = {
  readonly address: string
  readonly countyId: number
  readonly countyName: string
  readonly draft: DocumentDraft
}

/** The addresses in the settings, with their counties and types, and warnings about unknown counties and types. */
export async function readFilingAddresses(
  world: Pick<World, 'database'>,
  filings: readonly MailFiling[],
): Promise<{ addresses: FilingAddress[]; problems: MailboxWarning[] }> {
  const { kysely } = world.database
  const counties = await findMatchingCounties(
    kysely,
    filings.map(({ county }) => county),
  )
  const known = { counties, typeOf: typesByName(kysely) }
  const found = await Promise.all(filings.map((filing) => readFiling(known, filing)))
  return {
    addresses: found.filter((each) => 'address' in each),
    problems: found.filter((each) => 'code' in each),
  }
}

type Known = {
  readonly counties: Awaited<ReturnType<typeof findMatchingCounties>>
  readonly typeOf: ReturnType<typeof typesByName>
}

const unknown = (text: string): MailboxWarning => ({ code: 'mailbox-filing-unknown', text })

async function readFiling(
  { counties, typeOf }: Known,
  { address, county: named, category, type, description }: MailFiling,
): Promise<FilingAddress | MailboxWarning> {
  const county = counties.get(named)
  if (!county)
    return unknown(`Messages to ${address} go to ${named}, but there is no county of that name or id.`)
  const types = await typeOf({ category, type })
  if (!types)
    return unknown(`Messages to ${address} get a category and a type that the portal does not have.`)
  const draft = { ...types, countyId: county.id, description }
  return { address, countyId: county.id, countyName: county.name, draft }
}
