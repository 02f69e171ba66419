import type { VirusCheck } from '@portal/contract/files/virus-checks.ts'
import type { Names } from '../../../records/reference/dictionaries.ts'
import type { CheckRow } from './checks.repository.ts'

export function toVirusCheck(row: CheckRow, names: Names): VirusCheck {
  return {
    Key: row.key,
    FileID: row.fileId,
    FileName: row.fileName,
    CountyName: names.countyName(row.countyId),
    UploadedBy: row.uploadedBy,
    UploadDate: row.uploadedAt.toISOString(),
    State: stateOf(row),
    Finding: findingOf(row),
  }
}

function stateOf({ fileId, state }: CheckRow): VirusCheck['State'] {
  if (fileId === null) return 'refused'
  return state === 'none' ? 'unchecked' : state
}

function findingOf({ state, finding, trouble }: CheckRow): string {
  if (state === 'infected') return finding ?? ''
  if (trouble === null) return ''
  return trouble === 'too large' ? 'Too large for the scanner' : `The scanner failed: ${trouble}`
}
