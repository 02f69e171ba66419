import { uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import type { TestPerson, TestPortal } from './test-portal.ts'
import { uploadForm, type UploadFields } from './upload-form.ts'

/** Uploads a small PDF, with the given `fields`. */
export const uploadDocument = (
  portal: TestPortal,
  person: TestPerson | null,
  fields: Partial<UploadFields> = {},
) =>
  portal.call(
    person,
    uploadFile,
    uploadForm({ fileName: 'rendition.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1, ...fields }),
  )

/**
 * Uploads the same, and returns its id.
 * @throws if it is refused.
 */
export async function storeDocument(...upload: Parameters<typeof uploadDocument>): Promise<number> {
  const answer = await uploadDocument(...upload)
  if (answer.statusCode !== 200) throw new Error(`The upload answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<{ file: Upload }>().file.FileID
}
