import { ROOMS } from '@portal/contract/every-call.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_FILES } from '../sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { uploadForm } from '../upload-form.ts'

type Who = 'nobody' | 'own county' | 'other county' | 'staff without county' | 'administrator'
const EVERYBODY: readonly Who[] = [
  'nobody',
  'own county',
  'other county',
  'staff without county',
  'administrator',
]

type Facts = { fileId: number; countyId: number }
type Expectation = {
  /** The call on a document of 'own county', uploaded by another person there. */
  call: (facts: Facts) => InjectOptions
  status: Record<Who, number>
}

const anybody = (status: number): Expectation['status'] => ({
  nobody: status,
  'own county': status,
  'other county': status,
  'staff without county': status,
  administrator: status,
})
const signedIn: Expectation['status'] = { ...anybody(200), nobody: 401 }
const administratorsOnly: Expectation['status'] = { ...anybody(403), nobody: 401, administrator: 200 }

/** A link of a document, a file with a virus, or a person, that is not there. */
const onWhatIsNotThere: Expectation['status'] = { ...administratorsOnly, administrator: 404 }

/** A document that lies in no bin: seen but somebody else's, not to be seen, or in the wrong state. */
const onWhatIsNotInTheBin: Expectation['status'] = {
  ...anybody(404),
  nobody: 401,
  'own county': 403,
  administrator: 409,
}

/** This portal has no scanner, so there is nothing that could be checked again. */
const onWhatNobodyScans: Expectation['status'] = { ...administratorsOnly, administrator: 409 }

const post = (path: string) => () => ({ method: 'POST' as const, url: `/api${path}` })
const get = (path: string) => () => ({ method: 'GET' as const, url: `/api${path}` })

/** One line a call. A call of the contract without a line fails the test below. */
const EXPECTATIONS: Record<string, Expectation> = {
  getConfig: { call: get('/config'), status: anybody(200) },
  getSession: { call: get('/auth/session'), status: signedIn },
  chooseCounty: {
    call: ({ countyId }) => ({ method: 'POST', url: '/api/auth/county', payload: { countyId } }),
    status: { ...anybody(403), nobody: 401, 'own county': 200 },
  },
  login: {
    call: () => ({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'x@y.example', password: 'wrong one' },
    }),
    status: anybody(401),
  },
  logout: { call: () => ({ method: 'POST', url: '/api/auth/logout' }), status: anybody(200) },
  proveIdentity: {
    call: () => ({
      method: 'POST',
      url: '/api/auth/prove',
      payload: { password: 'a long and quiet password' },
    }),
    status: signedIn,
  },
  getAccount: { call: get('/auth/account'), status: signedIn },
  patchAccount: {
    call: () => ({ method: 'PATCH', url: '/api/auth/account', payload: { name: 'Ann Reeves' } }),
    status: signedIn,
  },
  changePassword: {
    call: () => ({
      method: 'POST',
      url: '/api/auth/change-password',
      payload: { currentPassword: 'a wrong password', newPassword: 'copper ledger 1926' },
    }),
    status: { ...anybody(403), nobody: 401 },
  },
  listSessions: { call: get('/auth/sessions'), status: signedIn },
  endSession: {
    // Nobody has that one.
    call: () => ({ method: 'DELETE', url: '/api/auth/sessions/2000000000' }),
    status: { ...anybody(404), nobody: 401 },
  },
  endOtherSessions: { call: () => ({ method: 'DELETE', url: '/api/auth/sessions' }), status: signedIn },
  listOwnActs: { call: get('/auth/acts'), status: signedIn },
  listRegistrationCounties: { call: get('/auth/counties'), status: anybody(200) },
  register: {
    call: () => ({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: 'x@staff.example', password: 'a long and quiet password' },
    }),
    status: anybody(200),
  },
  requestReset: {
    call: () => ({ method: 'POST', url: '/api/auth/reset-password', payload: { email: 'x@y.example' } }),
    status: anybody(200),
  },
  confirmReset: {
    call: () => ({
      method: 'POST',
      url: '/api/auth/confirm-reset-password',
      payload: {
        email: 'x@y.example',
        token: 'x',
        newPassword: 'long and new',
        confirmPassword: 'long and new',
      },
    }),
    status: anybody(400),
  },
  confirmAccount: {
    call: () => ({
      method: 'POST',
      url: '/api/auth/confirm-account',
      payload: { email: 'x@y.example', token: 'x' },
    }),
    status: anybody(400),
  },
  resendConfirmation: {
    call: () => ({ method: 'POST', url: '/api/auth/resend-confirmation', payload: { email: 'x@y.example' } }),
    status: anybody(200),
  },
  listCounties: { call: get('/lookup/counties'), status: administratorsOnly },
  listCategories: { call: get('/lookup/categories'), status: signedIn },
  listTypes: { call: get('/lookup/types'), status: signedIn },
  listTypesOfCategory: { call: get('/lookup/types/1'), status: signedIn },
  listRelationTypes: { call: get('/lookup/relation-types'), status: signedIn },
  listOrganizations: {
    call: ({ countyId }) => get(`/lookup/OrganizationName?county=${countyId}&term=a`)(),
    status: { ...anybody(403), nobody: 401, 'own county': 200, administrator: 200 },
  },
  listAgents: { call: get('/lookup/AgentNames?term=a'), status: signedIn },
  listUploads: {
    call: ({ countyId }) => get(`/files/uploads?countyId=${countyId}`)(),
    status: { ...anybody(403), nobody: 401, 'own county': 200, administrator: 200 },
  },
  uploadFile: {
    call: ({ countyId }) => ({ method: 'POST', url: '/api/files/upload', ...aForm(countyId) }),
    status: { ...anybody(403), nobody: 401, 'own county': 200, administrator: 200 },
  },
  downloadUpload: {
    call: ({ fileId }) => get(`/files/uploads/${fileId}/download`)(),
    status: { ...anybody(404), nobody: 401, 'own county': 200, administrator: 200 },
  },
  deleteUpload: {
    call: ({ fileId }) => ({ method: 'DELETE', url: `/api/files/uploads/${fileId}` }),
    // Seen, but somebody else's.
    status: { ...anybody(404), nobody: 401, 'own county': 403, administrator: 200 },
  },
  listVirusChecks: { call: get('/virus-checks'), status: administratorsOnly },
  listUnopenable: {
    call: ({ fileId }) => ({ method: 'GET', url: `/api/virus-checks/states?ids=${fileId}` }),
    status: signedIn,
  },
  checkAgain: {
    call: ({ fileId }) => ({ method: 'POST', url: `/api/virus-checks/${fileId}/again` }),
    status: onWhatNobodyScans,
  },
  removeInfected: {
    call: () => ({ method: 'DELETE', url: '/api/virus-checks/6f1d6a0e-3c2b-4c8e-9b1a-0d9f5e7a1c34' }),
    status: onWhatIsNotThere,
  },
  getMetadata: {
    call: ({ fileId }) => get(`/status/uploads/${fileId}/metadata`)(),
    status: administratorsOnly,
  },
  getDescriptionTypes: {
    call: ({ fileId }) => get(`/status/uploads/${fileId}/descriptiontypes`)(),
    status: administratorsOnly,
  },
  patchDescriptionTypes: {
    call: ({ fileId }) => ({
      method: 'PATCH',
      url: `/api/status/uploads/${fileId}/descriptiontypes`,
      payload: { description: 'Received by mail' },
    }),
    status: administratorsOnly,
  },
  patchStatus: {
    call: ({ fileId }) => ({
      method: 'PATCH',
      url: `/api/status/uploads/${fileId}/status`,
      payload: { statusId: 2 },
    }),
    status: administratorsOnly,
  },
  getRendered: {
    call: ({ fileId }) => get(`/status/uploads/${fileId}/rendered`)(),
    status: administratorsOnly,
  },
  patchRendered: {
    call: ({ fileId }) => ({
      method: 'PATCH',
      url: `/api/status/uploads/${fileId}/rendered`,
      payload: { rendered: true, renderedDate: '2026-04-15' },
    }),
    status: administratorsOnly,
  },
  getOwners: { call: ({ fileId }) => get(`/status/uploads/${fileId}/owners`)(), status: administratorsOnly },
  unlinkOwner: {
    call: ({ fileId }) => ({ method: 'DELETE', url: `/api/status/uploads/${fileId}/owners/1/1` }),
    status: onWhatIsNotThere,
  },
  getAgents: { call: ({ fileId }) => get(`/status/uploads/${fileId}/agents`)(), status: administratorsOnly },
  patchAgents: {
    call: ({ fileId }) => ({
      method: 'PATCH',
      url: `/api/status/uploads/${fileId}/agents`,
      payload: { agents: [] },
    }),
    status: administratorsOnly,
  },
  unlinkAgent: {
    call: ({ fileId }) => ({ method: 'DELETE', url: `/api/status/uploads/${fileId}/agents/1/1` }),
    status: onWhatIsNotThere,
  },
  listDeletedFiles: { call: get('/files/uploads/recyclebin'), status: signedIn },
  restoreFile: {
    call: ({ fileId }) => ({ method: 'PATCH', url: `/api/files/uploads/${fileId}/restore` }),
    status: onWhatIsNotInTheBin,
  },
  deletePermanently: {
    call: ({ fileId }) => ({ method: 'DELETE', url: `/api/files/uploads/${fileId}/permanent` }),
    status: onWhatIsNotInTheBin,
  },
  deleteManyPermanently: {
    call: ({ fileId }) => ({
      method: 'DELETE',
      url: '/api/files/uploads/bulk',
      payload: { ids: [fileId] },
    }),
    // What is not to be seen counts as gone.
    status: { ...onWhatIsNotInTheBin, 'other county': 200, 'staff without county': 200 },
  },
  listOwners: {
    call: ({ countyId }) => get(`/owners/owner-details?appraisalYear=2026&countyId=${countyId}`)(),
    status: { ...anybody(403), nobody: 401, 'own county': 200, administrator: 200 },
  },
  listOwnerAttachments: {
    call: ({ countyId }) =>
      get(`/owners/owner-attachments?ownerNbr=1&appraisalYear=2026&countyId=${countyId}`)(),
    status: { ...anybody(403), nobody: 401, 'own county': 200, administrator: 200 },
  },
  viewOwnerAttachment: {
    call: ({ countyId }) =>
      get(`/owners/owner-attachments/view?ownerNbr=1&appraisalYear=2026&countyId=${countyId}&name=a.pdf`)(),
    // No document is linked to that owner.
    status: { ...anybody(403), nobody: 401, 'own county': 404, administrator: 404 },
  },
  listPeople: { call: get('/admin/people'), status: administratorsOnly },
  invitePeople: {
    call: ({ countyId }) => ({
      method: 'POST',
      url: '/api/admin/people/invitations',
      payload: { lines: ['no address'], role: 'user', countyIds: [countyId] },
    }),
    status: administratorsOnly,
  },
  changePerson: {
    call: ({ countyId }) => ({
      method: 'PATCH',
      url: '/api/admin/people/2000000000',
      payload: { role: 'user', countyIds: [countyId] },
    }),
    status: onWhatIsNotThere,
  },
  disablePerson: { call: post('/admin/people/2000000000/disable'), status: onWhatIsNotThere },
  enablePerson: { call: post('/admin/people/2000000000/enable'), status: onWhatIsNotThere },
  endSessionsOf: { call: post('/admin/people/2000000000/end-sessions'), status: onWhatIsNotThere },
  sendPasswordLink: { call: post('/admin/people/2000000000/password-link'), status: onWhatIsNotThere },
}

function aForm(countyId: number) {
  return uploadForm({
    fileName: 'rendition.pdf',
    bytes: SAMPLE_FILES.pdf,
    categoryId: 1,
    typeId: 1,
    description: 'Rendition',
    countyId,
  })
}

let portal: TestPortal
let people: Record<Who, TestPerson | null>
let uploader: TestPerson
let countyId: number

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const own = await portal.addCounty('Midland')
  const other = await portal.addCounty('Ector')
  countyId = own.CountyID
  uploader = await portal.addPerson({ email: 'clerk@midland.example', countyId })
  people = {
    nobody: null,
    'own county': await portal.addPerson({ email: 'colleague@midland.example', countyId }),
    'other county': await portal.addPerson({ email: 'clerk@ector.example', countyId: other.CountyID }),
    'staff without county': await portal.addPerson({ email: 'engineer@staff.example' }),
    administrator: await portal.addPerson({ email: 'admin@staff.example', isAdmin: true }),
  }
})
afterAll(() => portal.close())

async function someDocument(): Promise<number> {
  const answer = await portal.as(uploader)({ method: 'POST', url: '/api/files/upload', ...aForm(countyId) })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ file: { FileID: number } }>().file.FileID
}

describe.each(ROOMS)(
  'V6.3.4 V8.1.1 V8.2.1 V8.3.1 V15.2.3 who may call the room $name (F01, F07)',
  ({ calls }) => {
    it.each(calls.map((call): [string, Endpoint] => [call.name, call]))('%s', async (name, endpoint) => {
      const expectation = EXPECTATIONS[name]
      expect(expectation, `${name} has no line in this test`).toBeDefined()
      if (!expectation) return
      for (const who of EVERYBODY) {
        const call = expectation.call({ fileId: await someDocument(), countyId })
        expect(call.method).toBe(endpoint.method)
        // Signing out ends the session of whom it is tried with, so that one is tried with its own.
        const person = people[who]
        const asWhom =
          name === 'logout' && person
            ? { ...person, cookie: await portal.signIn(person.email, person.password) }
            : person
        const answer = await portal.as(asWhom)(call)
        expect(answer.statusCode, `${who}: ${answer.body}`).toBe(expectation.status[who])
      }
    })
  },
)

async function idsFor(who: Who) {
  const answer = await portal.as(people[who])({ method: 'GET', url: '/api/files/uploads?pageSize=200' })
  return answer.json<{ files: { FileID: number }[]; total: number }>()
}

describe('what an ordinary user asks for stays in their scope', () => {
  it('F09 lists and counts documents of the own county only', async () => {
    const fileId = await someDocument()
    expect((await idsFor('own county')).files.map((file) => file.FileID)).toContain(fileId)
    expect(await idsFor('other county')).toMatchObject({ files: [], total: 0 })
    expect(await idsFor('staff without county')).toMatchObject({ files: [], total: 0 })
  })

  it('V8.2.2 answers a document of another county exactly as one that does not exist', async () => {
    const fileId = await someDocument()
    const call = portal.as(people['other county'])
    for (const [method, tail] of [
      ['GET', '/download'],
      ['DELETE', ''],
    ] as const) {
      const hidden = await call({ method, url: `/api/files/uploads/${fileId}${tail}` })
      const missing = await call({ method, url: `/api/files/uploads/2000000000${tail}` })
      expect([hidden.statusCode, hidden.body]).toEqual([missing.statusCode, missing.body])
    }
  })
})
