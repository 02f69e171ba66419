import { findTwins, MAX_HASHES } from '@portal/contract/files/duplicates.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { readDuplicatesByHash } from '../../../lib/duplicates.wire.ts'
import { findFileDuplicates, hashesToAsk, type FileDuplicate, type Hashes } from './file-duplicates.ts'
import { hashFile } from '../hashing/file-hasher.ts'
import type { Batch } from '../facts/upload-batch.ts'
import type { CountyChoice, UploadFields } from '../facts/upload-fields.ts'

type Options = {
  readonly batch: Batch
  readonly fields: Pick<UploadFields, 'countyId'>
  readonly county: CountyChoice
}

/** The chosen files that are already on file, by their ids in the list. The upload does not wait for this. */
export function useFileDuplicates({ batch, fields, county }: Options): ReadonlyMap<number, FileDuplicate> {
  const hashes = useHashes(batch)
  const isKnown = batch.every(({ id, uploadState }) => uploadState.state !== 'chosen' || hashes.has(id))
  const asked = hashesToAsk(batch, hashes).slice(0, MAX_HASHES)
  const { countyId } = fields
  const { data } = useQuery({
    queryKey: ['duplicates of chosen files', countyId, asked],
    queryFn: async ({ signal }) =>
      readDuplicatesByHash(await call(findTwins, { body: { hashes: [...asked], countyId }, signal })),
    enabled: isKnown && asked.length > 0 && (county === 'none' || countyId !== null),
    staleTime: 'static',
    retry: false,
  })
  return findFileDuplicates(batch, { hashes, documents: data ?? new Map() })
}

/** Hashes the unsent files one after another; null if hashing fails. */
function useHashes(batch: Batch): Hashes {
  const [hashes, setHashes] = useState<Hashes>(new Map())
  const next = batch.find(({ id, uploadState }) => uploadState.state === 'chosen' && !hashes.has(id))
  useEffect(() => {
    if (!next) return undefined
    const leaving = new AbortController()
    const note = (sha256: string | null) => setHashes((before) => new Map(before).set(next.id, sha256))
    hashFile(next.file, leaving.signal).then(note, () => !leaving.signal.aborted && note(null))
    return () => leaving.abort()
  }, [next])
  return hashes
}
