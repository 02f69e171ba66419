import { findTwins, type Duplicate } from '@portal/contract/files/duplicates.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { readDuplicatesByHash } from '../../../lib/duplicates.wire.ts'
import { hashFile } from '../hashing/file-hasher.ts'
import type { ChosenUpload } from '../facts/upload-state.ts'
import type { CountyChoice, UploadFields } from '../facts/upload-fields.ts'

type Options = {
  readonly chosen: ChosenUpload | null
  readonly fields: Pick<UploadFields, 'countyId'>
  readonly county: CountyChoice
}

/** A stored document with the bytes of the file that is not sent yet. The upload does not wait for this. */
export function useFileDuplicate({ chosen, fields, county }: Options): Duplicate | undefined {
  const file = chosen?.uploadState.state === 'chosen' ? chosen.file : null
  const sha256 = useHash(file)
  const { countyId } = fields
  const { data } = useQuery({
    queryKey: ['duplicates of the chosen file', countyId, sha256],
    queryFn: async ({ signal }) =>
      readDuplicatesByHash(
        await call(findTwins, { body: { hashes: sha256 === null ? [] : [sha256], countyId }, signal }),
      ),
    enabled: sha256 !== null && (county === 'none' || countyId !== null),
    staleTime: 'static',
    retry: false,
  })
  return sha256 === null ? undefined : data?.get(sha256)?.files[0]
}

/** The SHA-256 of the file; null without a file, while it is computed, and if that fails. */
function useHash(file: File | null): string | null {
  const [hashed, setHashed] = useState<{ readonly file: File; readonly sha256: string | null } | null>(null)
  useEffect(() => {
    if (file === null) return undefined
    const leaving = new AbortController()
    hashFile(file, leaving.signal).then(
      (sha256) => setHashed({ file, sha256 }),
      () => undefined,
    )
    return () => leaving.abort()
  }, [file])
  return hashed !== null && hashed.file === file ? hashed.sha256 : null
}
