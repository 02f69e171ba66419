import { callPath, type AddressParts } from '@portal/contract/call-path.ts'
import { patchDescriptionTypes, patchStatus } from '@portal/contract/edit/edit.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { deleteUpload, listUploads, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { deletePermanently, restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import type { TestPerson } from './test-portal.ts'
import { uploadForm } from './upload-form.ts'

/** What people do all day, at a server in another process. */
export type WorkOfPeople = {
  /** So many rounds of it are done. */
  rounds(): number
  /** Answers that were none of success, and calls that had none. */
  failures(): readonly string[]
  /** Milliseconds of the longest answer to a list. */
  longestList(): number
  /** Resolves when the last of it is done. */
  stop(): Promise<void>
}

type Call = AddressParts & { body?: Buffer | string; headers?: Record<string, string> }

/** Three people who upload, list, edit, delete and restore, one thing after another, until they are stopped. */
export function peopleAtWork(url: string, person: TestPerson): WorkOfPeople {
  const failures: string[] = []
  const ending = new AbortController()
  let [rounds, longestList] = [0, 0]

  async function call<T>(endpoint: Endpoint, { body, headers, ...parts }: Call = {}): Promise<T | undefined> {
    const address = `${url}/api${callPath(endpoint, parts)}`
    try {
      const answer = await fetch(address, {
        method: endpoint.method,
        headers: { cookie: person.cookie, ...headers },
        ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
      })
      if (answer.ok) return (await answer.json()) as T
      failures.push(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${await answer.text()}`)
    } catch (error) {
      failures.push(`${endpoint.method} ${endpoint.path}: ${String(error)}`)
    }
    return undefined
  }

  const change = (endpoint: Endpoint, id: number, body: object) =>
    call(endpoint, {
      params: { id },
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })

  async function list(page: number): Promise<void> {
    const from = performance.now()
    await call(listUploads, { query: { page, pageSize: 50 } })
    longestList = Math.max(longestList, performance.now() - from)
  }

  async function round(): Promise<void> {
    const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
    const { payload, headers } = form
    const id = (await call<{ file: Upload }>(uploadFile, { body: payload, headers }))?.file.FileID
    await list(1 + (rounds % 20))
    if (id === undefined) return
    await change(patchDescriptionTypes, id, { description: `of round ${rounds}`, attachmentTypeId: 3 })
    await change(patchStatus, id, { statusId: 3 })
    await call(deleteUpload, { params: { fileId: id } })
    if (rounds % 2 === 0) await call(restoreFile, { params: { fileId: id } })
    else await call(deletePermanently, { params: { fileId: id } })
    rounds += 1
  }

  async function work(): Promise<void> {
    while (!ending.signal.aborted) await round()
  }
  const all = Promise.all([work(), work(), work()])
  return {
    rounds: () => rounds,
    failures: () => failures,
    longestList: () => longestList,
    async stop() {
      ending.abort()
      await all
    },
  }
}
