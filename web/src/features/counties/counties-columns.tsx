import type { CountyState, ManagedCounty } from '@portal/contract/counties/counties.ts'
import { IconPencil } from '@tabler/icons-react'
import { NOTHING } from '../../lib/format.ts'
import { cssWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './counties.module.css'

export const STATE_NAMES: Readonly<Record<CountyState, string>> = { open: 'Open', closed: 'Closed' }

const numberText = (count: number) => count.toLocaleString('en-US')

/** The columns of the counties list: the county, who may register, and its counts. */
export function countyColumns(onOpen: (county: ManagedCounty) => void): readonly Column<ManagedCounty>[] {
  return [
    {
      id: 'name',
      header: 'County',
      cell: ({ Name }) => <bdi>{Name}</bdi>,
      title: ({ Name }) => Name,
      isRowHeader: true,
      width: cssWidth([150, 0.14]),
    },
    { id: 'number', header: 'Number', cell: ({ number }) => number ?? NOTHING, width: cssWidth([76, 0.02]) },
    {
      id: 'allowed',
      header: 'Who can sign up',
      cell: (county) => <span className={classes.allowed}>{allowedText(county) || NOTHING}</span>,
      title: allowedText,
    },
    {
      id: 'people',
      header: 'People',
      cell: ({ people }) => numberText(people),
      align: 'end',
      width: cssWidth([80, 0.02]),
    },
    {
      id: 'documents',
      header: 'Documents',
      cell: ({ documents }) => numberText(documents),
      align: 'end',
      width: cssWidth([104, 0.02]),
    },
    {
      id: 'state',
      header: 'Status',
      cell: ({ state }) => STATE_NAMES[state],
      width: cssWidth([76, 0.02]),
    },
    {
      id: 'open',
      header: 'Change',
      cell: (county) => (
        <IconButton title="Open" aria-label={`Open ${county.Name}`} onClick={() => onOpen(county)}>
          <IconPencil aria-hidden size={17} stroke={1.8} />
        </IconButton>
      ),
      align: 'center',
      width: cssWidth([76, 0.02]),
    },
  ]
}

function allowedText({ emailDomains, emailAddresses }: ManagedCounty): string {
  return [...emailDomains.map((domain) => `@${domain}`), ...emailAddresses].join(', ')
}
