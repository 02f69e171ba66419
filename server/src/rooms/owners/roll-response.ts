import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { OWNER_COLUMNS, OWNER_FILE_COUNTS, type OwnerFileCounts } from '@portal/contract/owners/owners.ts'
import { CallResult, type RawBody } from '../../engines/http/call-result.ts'
import {
  wantedEncoding,
  type Encoding,
  qualities,
  encoded,
  recoded,
} from '../../engines/http/content-encoding.ts'
import { entityTag, isUnchanged } from '../../engines/http/entity-tag.ts'
import type { RollRows } from '../../records/parties/owner-values/roll-rows.ts'
import type { OwnerRoll } from '../../records/parties/owner-values/write-roll.ts'

/** The requested format of a roll: columns without counts, the counts alone, or rows with everything. */
export type Shape = 'columns' | 'file counts' | 'rows'

const CONTENT_TYPE: Record<Shape, string> = {
  columns: OWNER_COLUMNS,
  'file counts': OWNER_FILE_COUNTS,
  rows: 'application/json; charset=utf-8',
}

/** Rows, unless the caller requests one of the portal's own types with at least the same quality value. */
export function wantedShape(accept: string | undefined): Shape {
  const named = qualities(accept)
  const wanted = (...types: string[]) => Math.max(...types.map((type) => named.get(type) ?? 0))
  const columns = wanted(OWNER_COLUMNS)
  const counts = wanted(OWNER_FILE_COUNTS)
  const rows = wanted('application/json', 'application/*', '*/*')
  if (Math.max(columns, counts) === 0 || rows > Math.max(columns, counts)) return 'rows'
  return columns >= counts ? 'columns' : 'file counts'
}

export type RollResponseContent = Pick<RollRows, 'rowsJson'> & { roll: OwnerRoll; files: OwnerFileCounts }

/** The response in the requested format and encoding, or 304 if the caller already has it. */
export function rollResponse(
  shape: Shape,
  facts: RollResponseContent,
  headers: IncomingHttpHeaders,
): CallResult<RawBody> {
  const encoding = wantedEncoding(headers['accept-encoding']?.toString())
  const tag = tagOf(shape, facts, encoding)
  const caching = { etag: tag, 'cache-control': 'private, no-cache', vary: 'Accept, Accept-Encoding' }
  if (isUnchanged(headers['if-none-match'], tag)) {
    return new CallResult(undefined, { status: 304, headers: caching })
  }
  return new CallResult(bodyOf(shape, facts, encoding), {
    headers: {
      ...caching,
      'content-type': CONTENT_TYPE[shape],
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  })
}

/** Identifies the format, the encoding and all content of the response. */
function tagOf(shape: Shape, { roll, files }: RollResponseContent, encoding: Encoding): string {
  const hash = createHash('sha256').update(`${shape} ${encoding}\n`)
  if (shape !== 'file counts') hash.update(roll.hash)
  if (shape !== 'columns') hash.update(JSON.stringify(files))
  return entityTag(hash.digest())
}

function bodyOf(shape: Shape, { rowsJson, roll, files }: RollResponseContent, encoding: Encoding): RawBody {
  if (shape === 'rows') return encoded(Readable.from(rowsJson(roll, files)), encoding)
  if (shape === 'file counts') return encoded(Readable.from([JSON.stringify(files)]), encoding)
  return recoded(roll.columns, encoding)
}
