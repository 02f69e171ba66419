import { listUploads, type ListedUpload } from '@portal/contract/files/files.ts'
import { expect, test } from 'vitest'
import { indexDocument } from '../../records/search-index/index-document.ts'
import { queueTexts } from '../../records/texts/queue-texts.ts'
import { madePdf } from '../../testing/made-pdf.ts'
import { runDueJobs } from '../../testing/mailbox.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

test('R15.10 R15.22 the text of an uploaded PDF is found on its page, by people of its county', async () => {
  const portal = await testPortal({ ...TWO_COUNTIES, documentSubscribers: [queueTexts, indexDocument] })
  try {
    const { clerk, colleague, neighbor } = portal.people
    const bytes = await madePdf({ pages: ['Cover sheet', 'Peña Ranch 4512-0033-00'] })
    const document = await storeDocument(portal, clerk, {
      bytes,
      categoryId: 2,
      typeId: 14,
      description: 'Wells',
    })
    for (let rounds = 0; rounds < 3; rounds += 1) await runDueJobs(portal)
    const found = async (person: typeof clerk, q: string) =>
      (await portal.call(person, listUploads, { query: { q } })).json<{ files: ListedUpload[] }>().files
    const [row, ...others] = await found(colleague, 'pena 4512-0033-00')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      FileID: document,
      hit: {
        page: 2,
        text: 'Peña Ranch 4512-0033-00',
        places: [
          { start: 0, end: 4 },
          { start: 11, end: 23 },
        ],
      },
    })
    expect(await found(neighbor, 'pena')).toEqual([])
  } finally {
    await portal.close()
  }
})
