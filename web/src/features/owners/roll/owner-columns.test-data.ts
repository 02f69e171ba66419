import type { OwnerColumns } from '@portal/contract/owners/owners.ts'

export type SampleOwner = readonly [
  name: string,
  currentValue: number | null,
  priorValue: number | null,
  cadId?: string,
  agent?: string,
]

/** Columns as the server returns them, for these owners in order; their party numbers start at 1001. */
export function columnsOf(owners: readonly SampleOwner[]): OwnerColumns {
  return {
    OwnerNbr: owners.map((_owner, row) => 1001 + row),
    OwnerName: owners.map(([name]) => name),
    CurrentValue: owners.map(([, current]) => current),
    PriorValue: owners.map(([, , prior]) => prior),
    CAD_OwnerID: owners.map(([, , , cadId = '']) => cadId),
    AgentName: owners.map(([, , , , agent = '']) => agent),
  }
}
