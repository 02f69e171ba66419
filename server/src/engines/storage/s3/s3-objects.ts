import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { StorageAway } from '../storage.ts'
import { meansMissing } from './s3-errors.ts'
import type { S3Calls } from './s3-calls.ts'

export type S3Object = { readonly key: string; readonly size: number; readonly changedAt: Date }

/** @throws S3's NotFound if the object does not exist. */
export async function factsOf(calls: S3Calls, key: string): Promise<{ size: number; changedAt: Date }> {
  const { ContentLength = -1, LastModified } = await calls.ask((client, abortSignal) =>
    client.send(new HeadObjectCommand(calls.object(key)), { abortSignal }),
  )
  return { size: ContentLength, changedAt: said(LastModified) }
}

/** S3's own time of a change. Without it, the portal could not recognize old objects. */
function said(moment: Date | undefined): Date {
  if (moment) return moment
  throw new StorageAway('S3 does not say when an object was changed.')
}

/** Lets S3 copy an object by itself. @throws if it made no copy, or one of another length. */
export async function copyObject(calls: S3Calls, from: string, to: string): Promise<void> {
  const { Bucket, Key } = calls.object(from)
  const CopySource = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/')
  await calls.ask((client, abortSignal) =>
    client.send(new CopyObjectCommand({ ...calls.object(to), CopySource }), { abortSignal }),
  )
  const [sent, made] = await Promise.all([factsOf(calls, from), factsOf(calls, to)])
  if (sent.size === made.size) return
  throw new StorageAway(`S3 copied ${made.size} of ${sent.size} bytes to ${to}.`)
}

/** Removes an object, if it exists. */
export async function deleteObject(calls: S3Calls, key: string): Promise<void> {
  try {
    await calls.ask((client, abortSignal) =>
      client.send(new DeleteObjectCommand(calls.object(key)), { abortSignal }),
    )
  } catch (error) {
    // S3 itself reports success for a missing object, but not every server does.
    if (!meansMissing(error)) throw error
  }
}

/** Writes a small object. */
export async function putText(calls: S3Calls, key: string, text: string): Promise<void> {
  await calls.ask(put(calls, key, text))
}

/** Writes a small object without a retry. */
export async function putOnce(calls: S3Calls, key: string): Promise<void> {
  await calls.askOnce(put(calls, key, '.'))
}

function put(calls: S3Calls, key: string, text: string) {
  const Body = Buffer.from(text)
  const object = { ...calls.object(key), Body, ContentLength: Body.length }
  return (client: S3Client, abortSignal: AbortSignal) =>
    client.send(new PutObjectCommand(object), { abortSignal })
}

/** All objects whose keys have this prefix, page by page. */
export async function* objectsBelow(calls: S3Calls, folder: string): AsyncGenerator<S3Object> {
  const { Bucket, Key: Prefix } = calls.object(folder)
  for (let ContinuationToken: string | undefined; ;) {
    const page = await calls.ask((client, abortSignal) =>
      client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), { abortSignal }),
    )
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      yield { key: Key.slice(Prefix.length), size: Size, changedAt: said(LastModified) }
    }
    ContinuationToken = page.NextContinuationToken
    if (!page.IsTruncated || ContinuationToken === undefined) return
  }
}

type Unfinished = { readonly key: string; readonly id: string; readonly changedAt: Date }

/** Multipart uploads that were started and never completed, for keys with this prefix. */
export async function* unfinishedBelow(calls: S3Calls, folder: string): AsyncGenerator<Unfinished> {
  const { Bucket, Key: Prefix } = calls.object(folder)
  for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
    const page = await calls.ask((client, abortSignal) =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...after }), { abortSignal }),
    )
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      yield { key: Key.slice(Prefix.length), id: UploadId, changedAt: said(Initiated) }
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    if (!page.IsTruncated || KeyMarker === undefined) return
    after = { KeyMarker, ...(UploadIdMarker !== undefined && { UploadIdMarker }) }
  }
}

/** Aborts the unfinished multipart uploads of an object. */
export async function abortUnfinished(calls: S3Calls, key: string): Promise<void> {
  for await (const { key: rest, id: UploadId } of unfinishedBelow(calls, key)) {
    if (rest !== '') continue
    const upload = { ...calls.object(key), UploadId }
    await calls
      .ask((client, abortSignal) => client.send(new AbortMultipartUploadCommand(upload), { abortSignal }))
      .catch((error: unknown) => {
        if (!meansMissing(error)) throw error
      })
  }
}
