import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { searchAll } from '@portal/contract/search/search.ts'
import { PATHS } from '../../lib/paths.ts'

/** Something that a person can go to. */
export type SearchOption = {
  readonly key: string
  readonly label: string
  readonly note: string
  /** Its address. */
  readonly to: string
}

export type SearchGroup = { readonly label: string; readonly options: readonly SearchOption[] }

/** The documents that match a text. */
export function documentsPath(text: string): string {
  return `${PATHS.documents}?${new URLSearchParams({ q: text.trim() }).toString()}`
}

/** What was found, in groups; groups without anything are left out. */
export function searchGroups(text: string, found: ResultOf<typeof searchAll>): SearchGroup[] {
  const { goTo, owners, agents, receipts, files } = found
  const groups: SearchGroup[] = [
    { label: 'Go to', options: goTo ? [optionOf(goTo)] : [] },
    {
      label: 'Owners',
      options: owners.map(({ PartyNumber, Name, CountyID, County }) => ({
        key: `owner-${PartyNumber}`,
        label: Name,
        note: County,
        to: `${PATHS.ownerDetails}?${new URLSearchParams({ county: String(CountyID), search: Name }).toString()}`,
      })),
    },
    {
      label: 'Agents',
      options: agents.map(({ AgentNbr, AgentName, LegacyCode }) => ({
        key: `agent-${AgentNbr}`,
        label: AgentName,
        note: LegacyCode,
        to: documentsPath(`agent:"${AgentName}"`),
      })),
    },
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

function optionOf(goTo: NonNullable<ResultOf<typeof searchAll>['goTo']>): SearchOption {
  return goTo.kind === 'file'
    ? {
        key: 'go-to',
        label: `File ${goTo.FileID}`,
        note: goTo.FileName,
        to: documentsPath(`file:${goTo.FileID}`),
      }
    : { key: 'go-to', label: `Receipt ${goTo.number}`, note: '', to: `${PATHS.receipts}/${goTo.number}` }
}
