import { anybody, get, type Line } from './line.ts'

/** The same key, so that the response is the same each time. */
const KEY = '0b6b4c5e-2f4e-4f3d-8a55-3c1a0f3c9d21'
const prepare = (ids: readonly number[]) =>
  ({ method: 'POST', url: '/api/archives', payload: { key: KEY, selection: { ids } } }) as const

/** Calls of the room archives. */
export const archiveLines: Readonly<Record<string, Line>> = {
  prepareArchive: {
    ask: ({ fileId }) => prepare([fileId]),
    across: (own, { fileId, deletedId, infectedId }) => prepare([own.fileId, fileId, deletedId, infectedId]),
    status: anybody(200),
    onlyReads: true,
  },
  // No archive has this key. Archives are for the person who prepared them, which the tests of the room cover.
  downloadArchive: { ask: get(() => '/archives/6f1d6a0e-3c2b-4c8e-9b1a-0d9f5e7a1c34'), status: anybody(404) },
}
