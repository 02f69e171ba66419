import {
  appendToResumable,
  beginResumable,
  endResumable,
  listResumable,
  readResumable,
  type ResumableUpload,
} from '@portal/contract/files/resumable.ts'
import { callPath } from '@portal/contract/call-path.ts'
import type { TestPerson, TestPortal } from './test-portal.ts'

export const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { 'content-type': 'application/offset+octet-stream' }

/** Encodes values for Upload-Metadata. */
export function metadataOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** The details of an industrial rendition. */
export const FACTS = { attachmentCategoryID: '1', attachmentTypeID: '1', description: 'Gas plant' }

type Begin = {
  readonly size: number
  readonly values?: Readonly<Record<string, string>>
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** The calls of a person's resumable uploads. */
export function tusCalls(portal: TestPortal, person: TestPerson) {
  const begin = ({ size, values = {}, bytes, headers = {} }: Begin) =>
    portal.call(person, beginResumable, {
      ...(bytes && { payload: bytes }),
      headers: {
        ...TUS,
        ...(bytes && BYTES),
        'upload-length': String(size),
        'upload-metadata': metadataOf({ filename: 'rendition.pdf', ...FACTS, ...values }),
        ...headers,
      },
    })
  return {
    begin,
    /** Starts an upload without bytes, and returns its id. */
    async begun(values: Begin): Promise<string> {
      const answer = await begin(values)
      if (answer.statusCode !== 201) throw new Error(`Not begun: ${answer.statusCode} ${answer.body}`)
      return idIn(String(answer.headers['location']))
    },
    append: (id: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
      portal.call(person, appendToResumable, {
        params: { uploadId: id },
        payload: bytes,
        headers: { ...TUS, ...BYTES, 'upload-offset': String(offset), ...headers },
      }),
    head: (id: string) =>
      portal.as(person)({
        method: 'HEAD',
        url: `/api${callPath(readResumable, { params: { uploadId: id } })}`,
        headers: TUS,
      }),
    async read(id: string): Promise<ResumableUpload> {
      return (await portal.call(person, readResumable, { params: { uploadId: id } })).json<ResumableUpload>()
    },
    async list(senderKeys?: readonly string[]): Promise<ResumableUpload[]> {
      const query = senderKeys ? { senderKeys: senderKeys.join(',') } : {}
      const answer = await portal.call(person, listResumable, { query })
      return answer.json<{ uploads: ResumableUpload[] }>().uploads
    },
    end: (id: string) => portal.call(person, endResumable, { params: { uploadId: id }, headers: TUS }),
  }
}

/** The id in the Location of an upload. */
export function idIn(location: string): string {
  return location.slice(location.lastIndexOf('/') + 1)
}
