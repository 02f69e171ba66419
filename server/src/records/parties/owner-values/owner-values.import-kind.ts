import { readNumber, readRequiredText, readText } from '../../imports/cells.ts'
import type { Column, ReadCell, ImportKind } from '../../imports/import-kind.ts'
import { readMoney } from './money.ts'
import { writeOwnerValues } from './owner-values.repository.ts'

/** Staged for a cell without an agent. Null means that the file lacks the column. */
const NO_AGENT = '0'

/** An agent's number, or none. Some exports leave it blank, some write 0. */
const readAgentNumber: ReadCell = (cell) => (/^(?:0*|n\/a)$/i.test(cell) ? NO_AGENT : readNumber(cell))

const dollars = 'numeric(15, 2)'

/** What each party owns in a county and year. Columns that the file lacks stay unchanged. */
export const ownerValueImport: ImportKind = {
  name: 'owner-values',
  action: 'owner_values.imported',
  columns: [
    { header: 'OwnerNbr', name: 'party_number', type: 'integer', isRequired: true, read: readNumber },
    { header: 'OwnerName', name: 'owner_name', type: 'text', isRequired: true, read: readRequiredText },
    optional({ header: 'CAD_OwnerID', name: 'cad_owner_id', type: 'text', read: readText }),
    optional({ header: 'AgentNbr', name: 'agent_number', type: 'integer', read: readAgentNumber }),
    optional({ header: 'AgentName', name: 'agent_name', type: 'text', read: readText }),
    { header: 'CurrentValue', name: 'current_value', type: dollars, isRequired: true, read: readMoney },
    optional({ header: 'PriorValue', name: 'prior_value', type: dollars, read: readMoney }),
  ],
  write: writeOwnerValues,
}

function optional(column: Omit<Column, 'isRequired'>): Column {
  return { ...column, isRequired: false }
}
