import { BYTE_ORDER_MARK, csvLine } from '../../engines/http/csv.ts'
import type { ZipEntry } from '../../engines/zip/zip-bytes.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import { LEFT_OUT_NAME, MANIFEST_NAME } from './archive-names.ts'

type Included = {
  readonly document: DocumentRow
  /** In the archive. */
  readonly name: string
  readonly names: Names
  readonly owners: readonly string[]
}

/** The list of the files of an archive. It is written last, because only then it is known what was read. */
export function manifestList() {
  const lines = csvLines(MANIFEST_NAME, [
    'File ID',
    'Name in ZIP',
    'File Name',
    'Bytes',
    'SHA-256',
    'Category',
    'Type',
    'County',
    'Owners',
  ])
  return {
    add: ({ document, name, names, owners }: Included) =>
      lines.add([
        String(document.id),
        name,
        document.file_name,
        String(document.byte_size),
        document.sha256.toString('hex'),
        names.categoryName(document.category_id),
        names.typeName(document.type_id),
        names.countyName(document.county_id) ?? '',
        owners.join('; '),
      ]),
    toEntry: lines.toEntry,
  }
}

/** The list of the selected documents that an archive leaves out, each with the reason. */
export function leftOutList() {
  const lines = csvLines(LEFT_OUT_NAME, ['File ID', 'File Name', 'Reason'])
  return {
    get count() {
      return lines.count
    },
    add: (
      id: number,
      { refusal, fileName }: { readonly refusal: Refusal; readonly fileName: string | null },
    ) => lines.add([String(id), fileName ?? '', refusal.sentence]),
    toEntry: lines.toEntry,
  }
}

/**
 * Lines of a CSV file, about 200 bytes a document. They are kept as texts of one byte a character: a small buffer would
 * hold a whole slab of Node's pool.
 */
function csvLines(name: string, header: readonly string[]) {
  const lines = [bytesOf(BYTE_ORDER_MARK + csvLine(header))]
  return {
    get count() {
      return lines.length - 1
    },
    add: (cells: readonly string[]) => void lines.push(bytesOf(csvLine(cells))),
    toEntry(modifiedAt: Date): ZipEntry {
      const left = [Buffer.from(lines.join(''), 'latin1')]
      return { name, modifiedAt, next: async () => left.pop() ?? null, close: () => undefined }
    },
  }
}

/** UTF-8, one byte a character. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1')
