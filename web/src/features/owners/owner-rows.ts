import type { OwnerColumns, OwnerFileCounts, OwnerRow } from '@portal/contract/owners.ts'

/** An owner may have neither. */
type BareRow = Omit<OwnerRow, 'CAD_OwnerID' | 'AgentName'> & {
  readonly CAD_OwnerID: string | null
  readonly AgentName: string | null
}

/** The rows of the bare answer, as the specification shows it, in columns and by name: not every server knows columns. */
export function columnsOf(rows: readonly BareRow[]): OwnerColumns {
  const names = new Intl.Collator('en')
  const byName = rows.toSorted((one, other) => names.compare(one.OwnerName, other.OwnerName))
  return {
    OwnerNbr: byName.map(({ OwnerNbr }) => OwnerNbr),
    OwnerName: byName.map(({ OwnerName }) => OwnerName),
    CAD_OwnerID: byName.map(({ CAD_OwnerID }) => CAD_OwnerID ?? ''),
    AgentName: byName.map(({ AgentName }) => AgentName ?? ''),
    CurrentValue: byName.map(({ CurrentValue }) => CurrentValue),
    PriorValue: byName.map(({ PriorValue }) => PriorValue),
  }
}

/** The counts that the bare answer holds in its rows. */
export function countsOf(rows: readonly BareRow[]): OwnerFileCounts {
  const withFiles = rows.filter(({ FileCount }) => FileCount > 0)
  return {
    OwnerNbr: withFiles.map(({ OwnerNbr }) => OwnerNbr),
    FileCount: withFiles.map(({ FileCount }) => FileCount),
  }
}
