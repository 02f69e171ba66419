import { ROOMS } from '@portal/contract/every-call.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NoticeReader } from '../../records/notices/notices.repository.ts'
import { testPortal } from '../test-portal.ts'
import { buildTwoCounties, expectAsBefore, expectHidden, type TwoCounties } from './wall/two-counties.ts'

// Tests the wall's checks themselves: each room gets a planted breach, like a careless change, and the checks must find
// it in each call that it opens.

const planted = vi.hoisted(() => ({
  room: '',
  /** Returns the arguments with these changes if the breach of that room is planted. */
  widen<T extends object>(room: string, given: T, wide: Partial<T>): T {
    return planted.room === room ? { ...given, ...wide } : given
  },
}))

const ALL = vi.hoisted(() => ({ kind: 'all' }) as const)

vi.mock(import('../../records/accounts/base/accounts.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    chooseCountyOf: async (...args) => planted.room === 'sign-in' || real.chooseCountyOf(...args),
    readCountiesOf: (db, accountId) =>
      planted.room === 'sign-in'
        ? db
            .selectFrom('county')
            .select((county) => ['id', 'name', county.val(false).as('isClosed')])
            .execute()
        : real.readCountiesOf(db, accountId),
  }
})
vi.mock(import('../../records/parties/agent-search.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    searchAgents: (db, query) => real.searchAgents(db, planted.widen('lookups', query, { scope: ALL })),
  }
})
vi.mock(import('../../rooms/files/checks/checks.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    findBlockedFiles: (db, query) => real.findBlockedFiles(db, planted.widen('files', query, { scope: ALL })),
  }
})
vi.mock(import('../../rooms/files/first-owners/first-owners.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    findFirstOwners: (db, query) => real.findFirstOwners(db, planted.widen('files', query, { scope: ALL })),
  }
})
vi.mock(import('../../rooms/files/export/export.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    countDocuments: (transaction, wanted) =>
      real.countDocuments(transaction, planted.widen('files', wanted, { scope: ALL })),
    openCursor: (transaction, wanted, order) =>
      real.openCursor(transaction, planted.widen('files', wanted, { scope: ALL }), order),
    readDocuments: (transaction, ids, scope) =>
      real.readDocuments(transaction, ids, planted.room === 'files' ? ALL : scope),
  }
})
vi.mock(import('../../rooms/files/duplicates/duplicates.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    findSameBytes: (db, asked) => real.findSameBytes(db, planted.widen('files', asked, { scope: ALL })),
  }
})
vi.mock(import('../../records/documents/documents.policy.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    maySee: (person, document) => {
      const shown = planted.widen('runs', person, { counties: 'all' })
      const archived = planted.widen('archives', shown, { counties: 'all' })
      const commented = planted.widen('comments', archived, { counties: 'all' })
      const corrected = planted.widen('corrections', commented, { counties: 'all' })
      const answered = planted.widen('questions', corrected, { counties: 'all' })
      return real.maySee(planted.widen('work', answered, { counties: 'all' }), document)
    },
    mayEdit: (person, document) => {
      const shown = planted.widen('edit', person, { counties: 'all' })
      const asked = planted.widen('questions', shown, { counties: 'all' })
      return real.mayEdit(planted.widen('work', asked, { counties: 'all' }), document)
    },
    mayDownload: (person, document) => {
      const shown = planted.widen('viewer', person, { counties: 'all' })
      const assigned = planted.widen('work', shown, { counties: 'all' })
      const commented = planted.widen('comments', assigned, { counties: 'all' })
      const corrected = planted.widen('corrections', commented, { counties: 'all' })
      const asked = planted.widen('questions', corrected, { counties: 'all' })
      return real.mayDownload(planted.widen('history', asked, { counties: 'all' }), document)
    },
    mayRestore: (person, document) =>
      real.mayRestore(planted.widen('recycle-bin', person, { counties: 'all' }), document),
  }
})
function noticeReaderFor(reader: NoticeReader): NoticeReader {
  return planted.room === 'notices' ? { accountId: two.other.accountId, scope: ALL, knownTo: 'all' } : reader
}
vi.mock(import('../../records/notices/notices.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    countUnread: (db, reader, most) => real.countUnread(db, noticeReaderFor(reader), most),
    readNewest: (db, reader, page) => real.readNewest(db, noticeReaderFor(reader), page),
  }
})
vi.mock(import('../../records/receipts/receipts.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    findReceipt: (db, number, reader) =>
      real.findReceipt(db, number, planted.room === 'receipts' ? null : reader),
  }
})
vi.mock(import('../../records/access/county.policy.ts'), async (importOriginal) => {
  const real = await importOriginal()
  const openRooms = new Set(['owners', 'history'])
  return {
    ...real,
    maySeeCounty: (...args) => openRooms.has(planted.room) || real.maySeeCounty(...args),
    countyScope: (person) => (planted.room === 'search' ? ALL : real.countyScope(person)),
  }
})
vi.mock(import('../../rooms/history/history.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    readHistory: (db, filter, walk) =>
      real.readHistory(db, planted.widen('history', filter, { seenIn: 'all' }), walk),
  }
})
vi.mock(import('../../records/documents/counts/status-counts.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    countByStatus: (db, scope, within) =>
      real.countByStatus(db, planted.room === 'start' ? ALL : scope, within),
  }
})
vi.mock(import('../../rooms/views/views.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    readViews: (db, reader, most) =>
      real.readViews(db, planted.widen('views', reader, { counties: 'all' }), most),
    readUsableIds: (db, reader, ids) =>
      real.readUsableIds(db, planted.widen('views', reader, { counties: 'all' }), ids),
    findView: (db, reader, id) => real.findView(db, planted.widen('views', reader, { counties: 'all' }), id),
  }
})
vi.mock(import('../../rooms/people/people.repository.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    countPeople: (db, filter) => real.countPeople(db, planted.widen('people', filter, { seenIn: 'all' })),
    readPeople: (db, filter, page) =>
      real.readPeople(db, planted.widen('people', filter, { seenIn: 'all' }), page),
  }
})
vi.mock(import('../../rooms/people/people.policy.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    mayActOn: (by, subject) => real.mayActOn(planted.widen('people', by, { counties: 'all' }), subject),
    maySendLink: (by, subject) => real.maySendLink(planted.widen('people', by, { counties: 'all' }), subject),
  }
})
vi.mock(import('../../records/access/rights.ts'), async (importOriginal) => {
  const real = await importOriginal()
  const openRooms = new Set(['counties', 'operations', 'ingestion', 'requests'])
  return {
    ...real,
    accessOf: (account) => ({
      ...real.accessOf(account),
      ...(openRooms.has(planted.room) && {
        rights: real.accessOf({ role: 'administrator', countyIds: [] }).rights,
      }),
    }),
  }
})

type Breach = { readonly room: string; readonly breach: string; readonly opens: readonly string[] }

const BREACHES: readonly Breach[] = [
  { room: 'sign-in', breach: 'any county may be chosen to work for', opens: ['chooseCounty'] },
  { room: 'lookups', breach: 'agents are searched in all counties', opens: ['listAgents'] },
  {
    room: 'files',
    breach:
      'documents of any county are exported, and told of if they cannot be opened or have the same bytes or owners',
    opens: ['exportUploads', 'listFirstOwners', 'listUnopenable', 'findTwins', 'listTwins'],
  },
  {
    room: 'viewer',
    breach: 'documents of any county are shown',
    opens: [
      'getDocumentFacts',
      'getSuggestions',
      'previewUpload',
      'getPageImage',
      'getPageTexts',
      'getPreviewBlocks',
    ],
  },
  {
    room: 'comments',
    breach: 'comments of any county are read, and people of any county comment',
    opens: ['listComments', 'listMentionable', 'addComment', 'changeComment', 'deleteComment'],
  },
  {
    room: 'questions',
    breach: 'questions about documents of any county are read, asked, answered and withdrawn',
    opens: ['listQuestions', 'listQuestionPoints', 'askQuestion', 'answerQuestion', 'withdrawQuestion'],
  },
  {
    room: 'notices',
    breach: 'notices of another person are counted and read',
    opens: ['countNotices', 'listNotices'],
  },
  {
    room: 'corrections',
    breach: 'documents of any county are corrected, and their corrections read',
    opens: ['getCorrections', 'setCorrects', 'removeCorrects'],
  },
  {
    room: 'edit',
    breach: 'documents of any county may be edited',
    opens: ['getMetadata', 'getOwners', 'getAgents', 'getRendered', 'patchStatus'],
  },
  { room: 'receipts', breach: 'a receipt of any county is read', opens: ['getReceipt', 'getReceiptPdf'] },
  { room: 'recycle-bin', breach: 'documents of any county may be restored', opens: ['restoreFile'] },
  {
    room: 'owners',
    breach: 'the roll is read of any county that is named',
    opens: ['listOwners', 'exportOwners'],
  },
  { room: 'search', breach: 'what any county has is found', opens: ['searchAll'] },
  {
    room: 'people',
    breach: 'people of any county are listed, counted, exported and acted on',
    opens: ['listPeople', 'exportPeople', 'sendPasswordLink'],
  },
  {
    room: 'history',
    breach: 'what happened is read of any county, and of any document, that is named',
    opens: ['listHistory', 'getDocumentHistory', 'exportDocumentHistory', 'getDocumentHistoryPdf'],
  },
  { room: 'counties', breach: 'whoever is signed in lists them', opens: ['listManagedCounties'] },
  { room: 'operations', breach: 'whoever is signed in reads how the portal is', opens: ['listRefusedMails'] },
  {
    room: 'ingestion',
    breach: 'whoever is signed in reads what came by mail',
    opens: [
      'listMails',
      'listDroppedFiles',
      'previewMail',
      'getMailPageImage',
      'getMailPageTexts',
      'getMailBlocks',
    ],
  },
  {
    room: 'requests',
    breach: 'a person of a county reads what waits for the firm',
    opens: ['countRequests'],
  },
  { room: 'runs', breach: 'a preview names documents of any county', opens: ['previewRun'] },
  { room: 'archives', breach: 'an archive has documents of any county', opens: ['prepareArchive'] },
  {
    room: 'views',
    breach: 'views of any county are listed, used and changed',
    opens: ['listViews', 'changeView', 'setDefaultView', 'setViewColumns', 'countViews'],
  },
  { room: 'start', breach: 'documents of any county are counted', opens: ['getStart'] },
  {
    room: 'work',
    breach: 'documents of any county are assigned, and told of to whom',
    opens: ['getAssignee', 'setAssignee', 'listAssignees', 'searchAssignable'],
  },
]

let two: TwoCounties
beforeAll(async () => {
  two = await buildTwoCounties(await testPortal({ environment: { RATE_LIMIT: 'off' } }))
})
afterEach(() => {
  planted.room = ''
})
afterAll(() => two.portal.close())

/**
 * Its calls return the caller's own data, whatever their county. `rooms/account` tests them with other people's ids.
 */
const WITHOUT_COUNTIES = 'account'

it('every room with calls about counties has a breach here', () => {
  const rooms = ROOMS.map(({ name }) => name).filter((name) => name !== WITHOUT_COUNTIES)
  expect(BREACHES.map(({ room }) => room)).toEqual(rooms)
})

describe.each(BREACHES)('V8.2.2 a breach in the room $room is found: $breach', ({ room, opens }) => {
  it.each(opens)('in %s', async (name) => {
    const call = ROOMS.find((one) => one.name === room)?.calls.find((one) => one.name === name)
    if (!call) throw new Error(`There is no call ${name} in the room ${room}.`)
    const check = async () => {
      await expectAsBefore(two, [call])
      await expectHidden(two, call)
    }
    await check()
    planted.room = room
    await expect(check()).rejects.toThrow(/^(for \w+, |\w+(, across)?, \w+, )/u)
  })
})
