import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import {
  MAX_DUPLICATES_LISTED,
  type findTwins,
  type Duplicates,
  type Duplicate,
} from '@portal/contract/files/duplicates.ts'
import { failure } from '../../../engines/http/errors.ts'
import { countyScope, narrowScope, type CountyScope } from '../../../records/access/county.policy.ts'
import type { Person } from '../../../records/access/actor.ts'
import type { PersonContext } from '../../../records/context.ts'
import { binScope } from '../../../records/documents/bin.scope.ts'
import { mayDownload } from '../../../records/documents/documents.policy.ts'
import { requireDocument } from '../../../records/documents/require-document.ts'
import { findSameBytes, type DuplicateQuery, type DuplicateRow } from './duplicates.repository.ts'
import type { Names } from '../../../records/reference/dictionaries.ts'

/**
 * Finds documents with the same bytes as files that are not uploaded yet, by SHA-256. Leaves out files without
 * duplicates.
 * @throws 403 for a county whose documents the caller may not see.
 */
export async function findDuplicatesOfFiles(
  context: PersonContext,
  { hashes, countyId }: BodyOf<typeof findTwins>,
): Promise<ResultOf<typeof findTwins>> {
  const scope = scopeOf(context.actor.person, countyId ?? null)
  const found = await findByHash(context, { hashes, scope })
  return { twins: [...found].map(([sha256, duplicates]) => ({ sha256, ...duplicates })) }
}

/**
 * Lists the other documents with the same bytes as a document.
 * @throws 404 if the caller may not see it, 403 if it is in the bin and the caller may not restore it.
 */
export async function listDuplicatesOfDocument(context: PersonContext, fileId: number): Promise<Duplicates> {
  const { person } = context.actor
  const { sha256 } = await requireDocument(context, fileId, (document) => mayDownload(person, document))
  const hash = sha256.toString('hex')
  const found = await findByHash(context, {
    hashes: [hash],
    scope: countyScope(person),
    except: fileId,
  })
  return found.get(hash) ?? { total: 0, files: [] }
}

/** @throws 403 for a county whose documents the caller may not see. */
function scopeOf(person: Person, countyId: number | null): CountyScope {
  const scope = narrowScope(countyScope(person), countyId ?? undefined)
  if (!scope) throw failure(OTHER_COUNTY)
  return scope
}

async function findByHash(
  { database, dictionaries, actor }: PersonContext,
  asked: Omit<DuplicateQuery, 'uploadedBy' | 'atMost'>,
): Promise<ReadonlyMap<string, Duplicates>> {
  const { uploadedBy } = binScope(actor.person)
  const rows = await findSameBytes(database.kysely, { ...asked, uploadedBy, atMost: MAX_DUPLICATES_LISTED })
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  const byHash = Map.groupBy(rows, ({ sha256 }) => sha256.toString('hex'))
  return new Map(
    [...byHash].map(([hash, same]) => [
      hash,
      { total: same[0]?.total ?? 0, files: same.map((row) => toDuplicate(row, names)) },
    ]),
  )
}

function toDuplicate(row: DuplicateRow, names: Names): Duplicate {
  return {
    FileID: row.id,
    FileName: row.file_name,
    UploadDate: row.uploaded_at.toISOString(),
    UploadedBy: row.uploaded_by_email,
    CountyName: names.countyName(row.county_id),
    ...(row.deleted_at !== null && { isInBin: true as const }),
  }
}
