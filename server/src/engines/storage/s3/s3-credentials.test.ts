import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BucketAddress } from '../../config/bucket-address.ts'
import { StartError } from '../../config/start-error.ts'
import { S3_BOUNDS, type S3Bounds } from './s3-bounds.ts'
import { openS3Storage } from './s3-storage.ts'

const BOUNDS: S3Bounds = { ...S3_BOUNDS, patience: 20_000, pause: 20 }

let folder: string
let servers: Server[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-credentials-'))
  servers = []
  // Nothing of the machine that runs the tests.
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'none'))
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'none'))
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const server of servers) server.close().closeAllConnections()
  await rm(folder, { recursive: true })
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    listener(request, response)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A bucket that accepts everything, for the credentials that the SDK finds. */
async function aBucket(): Promise<BucketAddress> {
  const endpoint = await serve((_request, response) => response.end())
  return { bucket: 'documents', prefix: '', endpoint, region: 'us-east-1', credentials: null }
}

/** The service of a machine that gives out the credentials of its role, from a later request on. */
async function aMachine({ refusals }: { refusals: number }) {
  let asked = 0
  const answers: Record<string, string> = {
    '/latest/api/token': 'token',
    '/latest/meta-data/iam/security-credentials/': 'portal',
    '/latest/meta-data/iam/security-credentials/portal': JSON.stringify({
      Code: 'Success',
      AccessKeyId: 'key',
      SecretAccessKey: 'secret',
      Token: 'session',
      Expiration: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  }
  const endpoint = await serve(({ url = '' }, response) => {
    if (url.endsWith('/')) asked++
    const answer = asked > refusals || !url.includes('iam') ? answers[url] : undefined
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'false')
  vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', endpoint)
  return { asked: () => asked }
}

test('C11 the start waits for the credentials of the role of its machine', async () => {
  const machine = await aMachine({ refusals: 2 })
  await expect((await openS3Storage(await aBucket(), BOUNDS)).probe()).resolves.toBeUndefined()
  expect(machine.asked()).toBe(3)
})

test('C11 without credentials the start stops with one line, which says where they come from', async () => {
  const opening = openS3Storage(await aBucket(), { ...BOUNDS, patience: 100 })
  await expect(opening).rejects.toThrow(
    new StartError(
      'BLOB_URL names the bucket documents, but there are no credentials for it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.',
    ),
  )
})

test('C11 a role whose credentials cannot be fetched yet (STS) does not stop the opening of the store', async () => {
  const token = join(folder, 'token')
  await writeFile(token, 'x.y.z')
  const reason = 'IDPCommunicationError'
  const sts = await serve((_request, response) =>
    response
      .writeHead(400, { 'content-type': 'text/xml' })
      .end(`<ErrorResponse><Error><Code>${reason}</Code><Message>Later.</Message></Error></ErrorResponse>`),
  )
  vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/portal')
  vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', token)
  vi.stubEnv('AWS_ENDPOINT_URL_STS', sts)
  vi.stubEnv('AWS_REGION', 'us-east-1')
  await expect(openS3Storage(await aBucket(), BOUNDS)).resolves.toBeDefined()
  // Nothing listens there any more.
  servers[0]?.close().closeAllConnections()
  await expect(openS3Storage(await aBucket(), BOUNDS)).resolves.toBeDefined()
})
