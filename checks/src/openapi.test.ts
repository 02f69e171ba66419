import { createConfig, lintFromString } from '@redocly/openapi-core'
import { SAMPLE_FILES } from '@portal/server/src/testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '@portal/server/src/testing/test-portal.ts'
import { OpenAPIClientAxios, type Document, type OpenAPIClient } from 'openapi-client-axios'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApi } from './openapi.ts'

it('docs/openapi.json passes the recommended rules of a linter', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(openApi())
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const sentences = problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)
  expect(sentences).toEqual([])
})

describe('a client generated from docs/openapi.json', () => {
  let portal: TestPortal
  let clerk: TestPerson
  let origin: string

  beforeAll(async () => {
    portal = await testPortal()
    const { CountyID: countyId } = await portal.addCounty('Reeves')
    clerk = await portal.addPerson({ email: 'clerk@reeves.example', countyId })
    origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => portal.close())

  /** Has only the calls of the document, by operationId. */
  async function clientOf(cookie?: string): Promise<OpenAPIClient> {
    const api = new OpenAPIClientAxios({
      definition: openApi() as Document,
      withServer: { url: `${origin}/api` },
      axiosConfigDefaults: { headers: cookie ? { cookie } : {}, validateStatus: () => true },
    })
    return api.init()
  }

  it('signs in, uploads, finds the document in the list and deletes it', async () => {
    const stranger = await clientOf()
    const signedIn = await stranger['login']?.(undefined, { username: clerk.email, password: clerk.password })
    expect(signedIn).toMatchObject({ status: 200, data: { userID: clerk.accountId } })

    const client = await clientOf(clerk.cookie)
    const form = new FormData()
    form.append('attachmentCategoryID', '1')
    form.append('attachmentTypeID', '1')
    form.append('description', 'Rendition of a gas plant')
    form.append('file', new Blob([Uint8Array.from(SAMPLE_FILES.pdf)]), 'rendition.pdf')
    const uploaded = await client['uploadFile']?.(undefined, form)
    expect(uploaded).toMatchObject({ status: 200, data: { file: { FileName: 'rendition.pdf' } } })
    const fileId = uploaded?.data.file.FileID as number

    const listed = await client['listUploads']?.({ page: 1, pageSize: 50, categoryId: 1 })
    expect(listed?.data).toMatchObject({ files: [{ FileID: fileId }], totalPages: 1 })

    const deleted = await client['deleteUpload']?.({ fileId })
    expect(deleted).toMatchObject({ status: 200, data: { success: true } })
  })

  it('is refused without a session, in the shape of the document', async () => {
    const client = await clientOf()
    const refused = await client['listUploads']?.()
    expect(refused).toMatchObject({ status: 401, data: { error: 'Please sign in first.' } })
  })
})
