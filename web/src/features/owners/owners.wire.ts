import type {
  OwnerAttachment,
  OwnerColumns,
  OwnerFileCounts,
  OwnerRow,
} from '@portal/contract/owners/owners.ts'
import { fieldsOf, rowsOf, type Loose } from '../../lib/wire.ts'

/** The roll as columns. The specification defines a plain list of rows, and not every server supports columns. */
export function readColumns(answer: OwnerColumns | readonly OwnerRow[]): OwnerColumns {
  if (isList(answer)) return columnsOf(rowsOf(answer))
  const told = fieldsOf(answer)
  return {
    OwnerNbr: told.OwnerNbr ?? [],
    OwnerName: told.OwnerName ?? [],
    CAD_OwnerID: told.CAD_OwnerID ?? [],
    AgentName: told.AgentName ?? [],
    CurrentValue: told.CurrentValue ?? [],
    PriorValue: told.PriorValue ?? [],
  }
}

/** The number of files per owner; a plain list has the counts in its rows. */
export function readFileCounts(answer: OwnerFileCounts | readonly OwnerRow[]): OwnerFileCounts {
  if (isList(answer)) return countsOf(rowsOf(answer))
  const { OwnerNbr, FileCount } = fieldsOf(answer)
  return { OwnerNbr: OwnerNbr ?? [], FileCount: FileCount ?? [] }
}

/** An attachment of an owner. A server that has only the fields of the specification returns no FileID. */
export type Attachment = Omit<OwnerAttachment, 'FileID'> & { readonly FileID: number | null }

export function readAttachments(answer: readonly OwnerAttachment[]): readonly Attachment[] {
  return rowsOf(answer).map(({ NAME, Description, FileID }) => ({
    NAME: NAME ?? '',
    Description: Description ?? '',
    FileID: FileID ?? null,
  }))
}

function isList(answer: object): answer is readonly OwnerRow[] {
  return Array.isArray(answer)
}

/** Converts rows to columns, sorted by name. */
function columnsOf(rows: readonly Loose<OwnerRow>[]): OwnerColumns {
  const names = new Intl.Collator('en')
  const byName = rows.toSorted((one, other) => names.compare(one.OwnerName ?? '', other.OwnerName ?? ''))
  return {
    OwnerNbr: byName.map(({ OwnerNbr }) => OwnerNbr ?? 0),
    OwnerName: byName.map(({ OwnerName }) => OwnerName ?? ''),
    CAD_OwnerID: byName.map(({ CAD_OwnerID }) => CAD_OwnerID ?? ''),
    AgentName: byName.map(({ AgentName }) => AgentName ?? ''),
    CurrentValue: byName.map(({ CurrentValue }) => CurrentValue ?? null),
    PriorValue: byName.map(({ PriorValue }) => PriorValue ?? null),
  }
}

/** Only owners with files. */
function countsOf(rows: readonly Loose<OwnerRow>[]): OwnerFileCounts {
  const withFiles = rows.filter(({ FileCount }) => Number(FileCount) > 0)
  return {
    OwnerNbr: withFiles.map(({ OwnerNbr }) => OwnerNbr ?? 0),
    FileCount: withFiles.map(({ FileCount }) => Number(FileCount)),
  }
}
