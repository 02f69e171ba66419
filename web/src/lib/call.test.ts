import { getSession, login } from '@portal/contract/sign-in/sign-in.ts'
import { CHANGED_MEANWHILE, IN_THE_BIN } from '@portal/contract/files/document-errors.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { deleteUpload, listUploads } from '@portal/contract/files/files.ts'
import { setViewColumns } from '@portal/contract/views/views.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiUrl } from './api-base.ts'
import { call, CallError, callWithVersion, NOT_REACHED } from './call.ts'
import { failedBy } from './failure-text.ts'
import { onProofRequired } from './proof.ts'
import { endPeriod, HOLD_TIMEOUT_MS, holdCallsUntil, storeSessionKey, onSessionGone } from './signed-out.ts'

const fetched = vi.fn<typeof fetch>()

function answers(status: number, body: unknown, headers: Record<string, string> = {}): void {
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status, headers }))
}

async function failureOf(making: Promise<unknown>): Promise<CallError> {
  const failure = await making.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof CallError)) throw new Error('The call did not fail as a call.')
  return failure
}

function pageNames(base: string | null): void {
  vi.stubGlobal('document', { querySelector: () => (base === null ? null : { content: base }) })
}

beforeEach(() => {
  pageNames(null)
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
})
afterEach(() => {
  onSessionGone(() => {})
  onProofRequired(null)
  vi.unstubAllGlobals()
})

test('S7.2 R1.1 the base is in the page, and is /api if the page has none', () => {
  const download = { path: '/files/uploads/:fileId/download' }
  expect(apiUrl(download, { params: { fileId: 7 } })).toBe('/api/files/uploads/7/download')
  pageNames('https://api.firm.example/v1/')
  expect(apiUrl(download, { params: { fileId: 7 } })).toBe(
    'https://api.firm.example/v1/files/uploads/7/download',
  )
})

test('S7.1 a call sends cookies, its parameters and only the set parts of its query', async () => {
  answers(200, { files: [], totalPages: 0, total: 0 })
  const answer = await call(listUploads, { query: { page: 2, categoryId: undefined, statusId: 4 } })
  expect(answer).toEqual({ files: [], totalPages: 0, total: 0 })
  const [address, options] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/files/uploads?page=2&statusId=4')
  expect(options).toMatchObject({ method: 'GET', credentials: 'include' })
})

test('a change says which version it builds on and returns the new one', async () => {
  answers(200, { success: true }, { etag: '"8"' })
  const { etag } = await callWithVersion(patchStatus, {
    params: { id: 3 },
    body: { statusId: 2 },
    ifMatch: '"7"',
  })
  expect(etag).toBe('"8"')
  const [address, options] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/status/uploads/3/status')
  expect(options?.headers).toMatchObject({ 'if-match': '"7"', 'content-type': 'application/json' })
  expect(options?.body).toBe('{"statusId":2}')
})

const keptBy = () => fetched.mock.lastCall?.[1]?.keepalive ?? false

function save(keys: readonly string[]) {
  return call(setViewColumns, { body: { id: null, columns: keys.map((key) => ({ key, width: null })) } })
}

test('R7.170 a small change outlives its page; a long one, a new record, and a read do not', async () => {
  answers(200, { success: true })
  await save(['id', 'name'])
  expect(keptBy()).toBe(true)
  await call(patchStatus, { params: { id: 3 }, body: { statusId: 2 } })
  expect(keptBy()).toBe(true)
  await save(Array.from({ length: 200 }, (_, place) => `column${place}`))
  expect(keptBy()).toBe(false)
  await call(login, { body: { username: 'ann@staff.example', password: 'p' } })
  expect(keptBy()).toBe(false)
  await call(listUploads)
  expect(keptBy()).toBe(false)
})

test("a failure carries the server's sentence and everything that came with it", async () => {
  const body = { error: 'Changed.', code: 'document.changed', details: 'By Ann.', current: { StatusID: 2 } }
  answers(409, body, { 'retry-after': '90' })
  const failure = await failureOf(call(patchStatus, { params: { id: 3 }, body: { statusId: 2 } }))
  expect(failure).toMatchObject({
    status: 409,
    message: 'Changed.',
    code: 'document.changed',
    details: 'By Ann.',
    current: { StatusID: 2 },
    retryAfter: 90,
    fromServer: true,
  })
})

function failed(status: number, code?: string): CallError {
  return new CallError({ status, message: 'Words tell nothing.', fromServer: true, code })
}

test('a failure is identified by its code, and by its status only if the server sends none', () => {
  expect(failedBy(failed(409, 'document.changed'), IN_THE_BIN, CHANGED_MEANWHILE)).toBe(true)
  expect(failedBy(failed(409, 'document.changed'), IN_THE_BIN)).toBe(false)
  expect(failedBy(failed(409), IN_THE_BIN)).toBe(true)
  expect(failedBy(failed(404), IN_THE_BIN)).toBe(false)
  expect(failedBy(new Error('bug'), IN_THE_BIN)).toBe(false)
})

test('a failure carries the text of its status', async () => {
  fetched.mockResolvedValue(new Response('', { status: 502, statusText: 'Bad Gateway' }))
  expect(await failureOf(call(listUploads))).toMatchObject({ status: 502, statusText: 'Bad Gateway' })
})

test.each([
  ['no text', {}],
  ['an empty text', { error: ' ' }],
  ['something that is no object', 'nonsense'],
])('if the server sends %s, the text of the catalog is used', async (_, body) => {
  answers(500, body)
  const failure = await failureOf(call(deleteUpload, { params: { fileId: 1 } }))
  expect(failure).toMatchObject({ message: 'Delete failed. Please try again.', fromServer: false })
})

test('an unreachable server is status 0, and the text is not its own', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const failure = await failureOf(call(listUploads))
  expect(failure).toMatchObject({ status: 0, message: NOT_REACHED, fromServer: false })
})

test('a response that is not JSON is a failure: it comes from something in between', async () => {
  fetched.mockResolvedValue(new Response('<html>Sign in to the hotel network</html>'))
  const failure = await failureOf(call(listUploads))
  expect(failure).toMatchObject({ status: 200, fromServer: false })
})

test("a canceled call ends with the signal's reason", async () => {
  fetched.mockImplementation(async (_address, options) => {
    options?.signal?.throwIfAborted()
    return new Response('{}')
  })
  const reason = new Error('gone elsewhere')
  await expect(call(listUploads, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('S8.39 R2.33 G22 twenty-two 401s at the same time sign out once', async () => {
  const leave = vi.fn<() => void>()
  onSessionGone(leave)
  answers(401, { error: 'Please sign in first.' })
  await Promise.allSettled(Array.from({ length: 22 }, () => call(listUploads)))
  expect(leave).toHaveBeenCalledTimes(1)
  await Promise.allSettled([call(listUploads)])
  expect(leave).toHaveBeenCalledTimes(2)
})

test('a late 401, after signing out and in again, signs no one out', async () => {
  const leave = vi.fn<() => void>()
  onSessionGone(leave)
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetched.mockReturnValue(promise)
  const late = call(listUploads).catch(() => {})
  endPeriod()
  resolve(new Response('{}', { status: 401 }))
  await late
  expect(leave).not.toHaveBeenCalled()
})

test('R2.33 a late 401, after a new password or another sign-in of the same person, signs no one out', async () => {
  const leave = vi.fn<() => void>()
  onSessionGone(leave)
  storeSessionKey('old')
  const { promise, resolve } = Promise.withResolvers<Response>()
  const sent = Promise.withResolvers<void>()
  fetched.mockImplementation(() => {
    sent.resolve()
    return promise
  })
  const late = call(listUploads).catch(() => {})
  await sent.promise
  storeSessionKey('new')
  resolve(new Response('{}', { status: 401 }))
  await late
  expect(leave).not.toHaveBeenCalled()
  answers(401, { error: 'Please sign in first.' })
  await Promise.allSettled([call(listUploads)])
  expect(leave).toHaveBeenCalledOnce()
})

test('R2.31 asking who is signed in, and a refused sign-in, leave no screen', async () => {
  const leave = vi.fn<() => void>()
  onSessionGone(leave)
  answers(401, { error: 'Invalid username or password' })
  await Promise.allSettled([call(getSession), call(login, { body: { username: 'a', password: 'b' } })])
  expect(leave).not.toHaveBeenCalled()
})

test('R2.53 while it is asked who is signed in, no other call goes out', async () => {
  answers(200, { files: [], totalPages: 0, total: 0 })
  const asked = Promise.withResolvers<void>()
  holdCallsUntil(asked.promise)
  const held = call(listUploads)
  await call(getSession)
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/auth/session'])
  asked.resolve()
  await expect(held).resolves.toMatchObject({ total: 0 })
})

test('R2.53 a call that was held back while the person changed never goes out as the other person', async () => {
  const leave = vi.fn<() => void>()
  onSessionGone(leave)
  answers(200, { success: true })
  const asked = Promise.withResolvers<void>()
  holdCallsUntil(asked.promise)
  const held = failureOf(call(deleteUpload, { params: { fileId: 1 } }))
  endPeriod()
  asked.resolve()
  expect(await held).toMatchObject({ status: 401, fromServer: false })
  expect(fetched).not.toHaveBeenCalled()
  expect(leave).not.toHaveBeenCalled()
})

test('R2.53 a question without a response holds calls back for ten seconds, and no later one for longer', async () => {
  vi.useFakeTimers()
  answers(200, { files: [], totalPages: 0, total: 0 })
  holdCallsUntil(new Promise(() => {}))
  const held = call(listUploads)
  await vi.advanceTimersByTimeAsync(HOLD_TIMEOUT_MS - 1)
  expect(fetched).not.toHaveBeenCalled()
  holdCallsUntil(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(1)
  await expect(held).resolves.toMatchObject({ total: 0 })
  const later = call(listUploads)
  await vi.advanceTimersByTimeAsync(HOLD_TIMEOUT_MS)
  await expect(later).resolves.toMatchObject({ total: 0 })
  vi.useRealTimers()
})

const PROOF_MISSING = { error: 'Please confirm your identity first.', code: 'session.proof_required' }
const remove = (fileId: number) => call(deleteUpload, { params: { fileId } })

/** Refuses all calls until a proof is given, which `prove` decides. */
function asksForProof(prove: () => Promise<boolean>) {
  let isProven = false
  fetched.mockImplementation(async () =>
    isProven
      ? new Response(JSON.stringify({ success: true }))
      : new Response(JSON.stringify(PROOF_MISSING), { status: 403 }),
  )
  const asked = vi.fn<() => Promise<boolean>>(async () => (isProven = await prove()))
  onProofRequired(asked)
  return asked
}

test('R2.82 a call that needs a proof asks for it, and is repeated unchanged', async () => {
  const asked = asksForProof(async () => true)
  expect(await remove(7)).toEqual({ success: true })
  expect(asked).toHaveBeenCalledTimes(1)
  const [first, second] = fetched.mock.calls
  expect(second).toEqual(first)
})

test('a call that needs a proof before the dialog is loaded waits for it', async () => {
  const asked = asksForProof(async () => true)
  onProofRequired(null)
  const begun = Promise.withResolvers<void>()
  fetched.mockImplementationOnce(async () => {
    begun.resolve()
    return new Response(JSON.stringify(PROOF_MISSING), { status: 403 })
  })
  const removed = remove(7)
  await begun.promise
  onProofRequired(asked)
  expect(await removed).toEqual({ success: true })
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a call that needs a proof is refused if no dialog ever comes', async () => {
  vi.useFakeTimers()
  asksForProof(async () => true)
  onProofRequired(null)
  const refused = remove(7).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await refused).toMatchObject({ message: PROOF_MISSING.error })
  vi.useRealTimers()
})

test('of many simultaneous calls that need a proof one asks, and all are repeated', async () => {
  const asked = asksForProof(async () => true)
  await Promise.all([remove(7), remove(8), remove(9)])
  expect(asked).toHaveBeenCalledTimes(1)
  expect(fetched).toHaveBeenCalledTimes(6)
})

test('R2.82 after a cancel the call was not made, and the next one asks again', async () => {
  const asked = asksForProof(async () => false)
  expect(await failureOf(remove(7))).toMatchObject({ status: 403, message: PROOF_MISSING.error })
  await failureOf(remove(7))
  expect(asked).toHaveBeenCalledTimes(2)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('if no one can be asked for a proof, the refusal stays', async () => {
  answers(403, PROOF_MISSING)
  expect(await failureOf(remove(7))).toMatchObject({ status: 403, code: PROOF_MISSING.code })
})

test('other refusals ask for no proof, even without a code of the server', async () => {
  const asked = asksForProof(async () => true)
  answers(403, { error: 'Only administrators may do this.' })
  await failureOf(remove(7))
  expect(asked).not.toHaveBeenCalled()
})

test('a call is not repeated as another person who signed in while it asked for a proof', async () => {
  asksForProof(async () => {
    endPeriod()
    return true
  })
  expect(await failureOf(remove(7))).toMatchObject({ status: 401 })
  expect(fetched).toHaveBeenCalledTimes(1)
})
