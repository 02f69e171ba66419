import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { listVirusChecks, VirusCheck } from '@portal/contract/files/virus-checks.ts'
import { fieldsOf, rowsOf, type Loose } from '../../lib/wire.ts'

/** What was not found clean; `total` counts what is not shown, too. */
export type VirusChecks = {
  readonly files: readonly VirusCheck[]
  readonly total: number
  readonly scanner: ResultOf<typeof listVirusChecks>['scanner']
}

function readCheck(row: Loose<VirusCheck>): VirusCheck {
  return {
    Key: row.Key ?? '',
    FileID: row.FileID ?? null,
    FileName: row.FileName ?? '',
    CountyName: row.CountyName || null,
    UploadedBy: row.UploadedBy ?? '',
    UploadDate: row.UploadDate ?? '',
    State: row.State ?? 'pending',
    Finding: row.Finding ?? '',
  }
}

export function readVirusChecks(answer: ResultOf<typeof listVirusChecks>): VirusChecks {
  const { files: rows, total, scanner } = fieldsOf(answer)
  const files = rowsOf(rows).map(readCheck)
  return { files, total: total ?? files.length, scanner: scanner ?? 'none' }
}
