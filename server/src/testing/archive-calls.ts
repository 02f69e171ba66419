import { randomUUID } from 'node:crypto'
import { downloadArchive, prepareArchive, type PreparedArchive } from '@portal/contract/archives/archives.ts'
import type { SelectionInput } from '@portal/contract/runs/selection.ts'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import type { OpenPortal, TestPerson } from './portal/open-portal.ts'

type Prepared = {
  readonly status: number
  readonly key: string
  readonly body: PreparedArchive & { error?: string; code?: string }
}

export type ReadArchive = {
  /** The names in the order of the archive. */
  readonly names: string[]
  readonly files: Readonly<Record<string, Buffer>>
  readonly manifest: Record<string, string>[]
  readonly leftOut: Record<string, string>[]
}

/** The calls of archives. */
export function archiveCalls(portal: OpenPortal) {
  const prepare = async (
    person: TestPerson,
    selection: SelectionInput,
    key: string = randomUUID(),
  ): Promise<Prepared> => {
    const answer = await portal.call(person, prepareArchive, { payload: { key, selection } })
    return { status: answer.statusCode, key, body: answer.json() }
  }
  const download = (person: TestPerson, key: string) =>
    portal.call(person, downloadArchive, { params: { key } })
  return {
    prepare,
    download,
    /** Prepares and downloads an archive. */
    async read(person: TestPerson, selection: SelectionInput): Promise<ReadArchive> {
      const { key } = await prepare(person, selection)
      return readArchive((await download(person, key)).rawPayload)
    },
  }
}

/** What is in an archive. @throws if it is broken. */
export function readArchive(zip: Buffer): ReadArchive {
  const unzipped = unzipSync(zip)
  const files = Object.fromEntries(
    Object.entries(unzipped).map(([name, content]) => [name, Buffer.from(content)]),
  )
  return {
    names: Object.keys(files),
    files,
    manifest: rowsOf(files['manifest.csv']),
    leftOut: rowsOf(files['left-out.csv']),
  }
}

function rowsOf(file: Buffer | undefined): Record<string, string>[] {
  if (!file) return []
  const text = file.toString().replace(/^\uFEFF/u, '')
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}
