import { expect, type APIRequestContext } from '@playwright/test'
import { TYPE } from './reference.ts'

export { SAMPLE_FILES } from '@portal/server/src/testing/sample-files.ts'

type Sent = { readonly name: string; readonly content: Buffer; readonly description?: string }
type StoredFile = { readonly FileID: number; readonly FileName: string }

/** Uploads a real file as the person signed in to `request`, without a screen. */
export async function uploadAs(
  request: APIRequestContext,
  { name, content, description = 'Sent by a test' }: Sent,
): Promise<StoredFile> {
  const answer = await request.post('/api/files/upload', {
    multipart: {
      attachmentCategoryID: String(TYPE.industrialRendition.category),
      attachmentTypeID: String(TYPE.industrialRendition.id),
      description,
      file: { name, mimeType: 'application/octet-stream', buffer: content },
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { file } = (await answer.json()) as { file: StoredFile }
  return file
}
