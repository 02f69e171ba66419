import type { OpenQuestion } from '@portal/contract/questions/open-question.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import type { Question, StartFile, StatusCounts, StartPage } from '@portal/contract/start/start.ts'
import type { StatusCount } from '../../records/documents/counts/status-counts.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import type { QuestionRow, StartFileRow, UploadRow } from './start-files.repository.ts'

type Upload = NonNullable<StartPage['uploads']>[number]

export function toStatusCounts(counts: readonly StatusCount[]): StatusCounts {
  const of = (id: number) =>
    counts.reduce((sum, { statusId, documents }) => (statusId === id ? sum + documents : sum), 0)
  return {
    new: of(STATUS.new),
    inProgress: of(STATUS.inProgress),
    needsMoreInfo: of(STATUS.needMoreInfo),
    completed: of(STATUS.completed),
  }
}

function toStartFile(row: StartFileRow, names: Names): StartFile {
  return {
    FileID: row.id,
    FileName: row.fileName,
    Category: names.categoryName(row.categoryId),
    Type: names.typeName(row.typeId),
    CountyName: names.countyName(row.countyId),
    StatusID: row.statusId,
    Status: names.statusText(row.statusId),
    UploadDate: row.uploadedAt.toISOString(),
  }
}

export function toQuestion(row: QuestionRow, names: Names, question: OpenQuestion | null): Question {
  return {
    ...toStartFile(row, names),
    isOwn: row.isOwn,
    UploadedBy: row.uploadedBy,
    OpenQuestion: question,
  }
}

export function toLastUpload(row: UploadRow, names: Names): Upload {
  return { ...toStartFile(row, names), receipt: row.receipt }
}
