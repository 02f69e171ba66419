import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { searchAll } from '@portal/contract/search/search.ts'
import { PATHS } from '../../lib/paths.ts'

/** Something that a person can go to. */
export type SearchOption = {
  readonly key: string
  readonly label: string
  readonly note: string
  /** Whether the note has a line of its own. */
  readonly isStacked?: boolean
  /** Its address. */
  readonly to: string
  /** A second place, in the same line: the documents come first, and the details of an owner beside them. */
  readonly beside?: SearchOption
}

export type SearchGroup = { readonly label: string; readonly options: readonly SearchOption[] }

/** The documents that match a text. */
export function documentsPath(text: string): string {
  return `${PATHS.documents}?${new URLSearchParams({ q: text.trim() }).toString()}`
}

type FoundOwner = ResultOf<typeof searchAll>['owners'][number]

/** The documents of an owner, in all counties that the person works for. */
export function ownerDocumentsPath({ PartyNumber }: Pick<FoundOwner, 'PartyNumber'>): string {
  return `${PATHS.documents}?${new URLSearchParams({ ownerNumber: String(PartyNumber) }).toString()}`
}

/** The owner on the roll of its county. */
export function ownerDetailsPath({ CountyID, Name }: Pick<FoundOwner, 'CountyID' | 'Name'>): string {
  const params = new URLSearchParams({ county: String(CountyID), search: Name })
  return `${PATHS.ownerDetails}?${params.toString()}`
}

const MAX_NAMED_COUNTIES = 3

/** The counties of an owner: `Ector, Gregg, Midland and 3 more`. */
export function countiesText({ Counties }: Pick<FoundOwner, 'Counties'>): string {
  const named = Counties.slice(0, MAX_NAMED_COUNTIES).join(', ')
  const more = Counties.length - MAX_NAMED_COUNTIES
  return more > 0 ? `${named} and ${more} more` : named
}

function ownerOption(owner: FoundOwner): SearchOption {
  const { PartyNumber, Name, Counties } = owner
  return {
    key: `owner-${PartyNumber}`,
    label: Name,
    note: `Documents · ${countiesText(owner)}`,
    isStacked: Counties.length > 1,
    to: ownerDocumentsPath(owner),
    beside: {
      key: `owner-details-${PartyNumber}`,
      label: 'Owner details',
      note: '',
      to: ownerDetailsPath(owner),
    },
  }
}

type FoundAgent = ResultOf<typeof searchAll>['agents'][number]

/** Several agents may have one name; city and code tell them apart. */
function agentOption({ AgentNbr, AgentName, LegacyCode, City }: FoundAgent): SearchOption {
  const byCode = `${PATHS.documents}?${new URLSearchParams({ agent: LegacyCode }).toString()}`
  return {
    key: `agent-${AgentNbr}`,
    label: AgentName,
    note: ['Documents', City, LegacyCode].filter(Boolean).join(' · '),
    to: LegacyCode === '' ? documentsPath(`agent:"${AgentName}"`) : byCode,
  }
}

/** What was found, in groups; groups without anything are left out. */
export function searchGroups(text: string, found: ResultOf<typeof searchAll>): SearchGroup[] {
  const { goTo, owners, agents, receipts, files } = found
  const groups: SearchGroup[] = [
    { label: 'Go to', options: goTo ? [optionOf(goTo)] : [] },
    { label: 'Owners', options: owners.map(ownerOption) },
    { label: 'Agents', options: agents.map(agentOption) },
    {
      label: 'Receipts',
      options: goTo
        ? []
        : receipts.map(({ number, countyName }) => ({
            key: `receipt-${number}`,
            label: number,
            note: countyName ?? '',
            to: `${PATHS.receipts}/${number}`,
          })),
    },
    {
      label: 'Documents',
      options: [
        ...files.map(({ FileID, FileName, Description }) => ({
          key: `file-${FileID}`,
          label: FileName,
          note: Description === '' ? String(FileID) : `${FileID} · ${Description}`,
          to: documentsPath(`file:${FileID}`),
        })),
        { key: 'all', label: `Search all documents for “${text.trim()}”`, note: '', to: documentsPath(text) },
      ],
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** The document or the receipt whose number was typed. */
export function optionOf(goTo: NonNullable<ResultOf<typeof searchAll>['goTo']>): SearchOption {
  return goTo.kind === 'file'
    ? {
        key: 'go-to',
        label: `File ${goTo.FileID}`,
        note: goTo.FileName,
        to: documentsPath(`file:${goTo.FileID}`),
      }
    : { key: 'go-to', label: `Receipt ${goTo.number}`, note: '', to: `${PATHS.receipts}/${goTo.number}` }
}
