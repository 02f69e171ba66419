import type { RunDocument } from '@portal/contract/runs/runs.ts'
import { Link } from 'react-router'
import { NOTHING } from '../../../lib/format.ts'
import { PATHS } from '../../../lib/paths.ts'
import { cssWidth } from '../../../ui/column-width.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { OUTCOME_TEXT } from '../run-texts.ts'

type Props = { readonly documents: readonly RunDocument[]; readonly isStale: boolean }

/** The files of a run, each with its result. */
export function RunFiles({ documents, isStale }: Props) {
  return (
    <DataTable
      caption="Files of the run"
      columns={COLUMNS}
      rows={documents}
      keyOf={({ FileID }) => FileID}
      isStale={isStale}
    />
  )
}

const COLUMNS: readonly Column<RunDocument>[] = [
  {
    id: 'id',
    header: 'File ID',
    cell: ({ FileID }) => <Link to={`${PATHS.documents}?view=${FileID}`}>{FileID}</Link>,
    isRowHeader: true,
    isNoWrap: true,
    width: cssWidth([90, 0.03]),
  },
  {
    id: 'name',
    header: 'File name',
    cell: ({ FileName }) => <bdi>{FileName || NOTHING}</bdi>,
    title: ({ FileName }) => FileName,
    width: cssWidth([260, 0.3]),
  },
  {
    id: 'outcome',
    header: 'Result',
    cell: ({ outcome }) => OUTCOME_TEXT[outcome],
    isNoWrap: true,
    width: cssWidth([172, 0.04]),
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => reason ?? NOTHING,
    title: ({ reason }) => reason ?? '',
  },
]
