import { patchAgents } from '@portal/contract/edit/edit-links.ts'
import { patchDescriptionTypes, patchStatus } from '@portal/contract/edit/edit.ts'
import { getSuggestions, type Suggestion } from '@portal/contract/viewer/suggestions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callWithVersion } from '../../../lib/call.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'

/** Milliseconds until suggestions that were not complete are asked for again. */
const ASK_AGAIN_MS = 3000
/** Then the text waits for long, and the next opening asks again. */
const MOST_ANSWERS = 10

export function suggestionsQuery(fileId: number) {
  return queryOptions({
    // Below the key of the list, so that a save reloads both.
    queryKey: [...UPLOADS_KEY, 'suggestions', fileId],
    queryFn: ({ signal }) => call(getSuggestions, { params: { fileId }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isComplete === false && dataUpdateCount < MOST_ANSWERS ? ASK_AGAIN_MS : false,
    staleTime: 0,
    retry: false,
  })
}

type Acceptance = {
  readonly fileId: number
  readonly suggestion: Suggestion
  /** The status of the document: the call that links owners sets it, too. */
  readonly statusId: number
  readonly version: string | null
}

export type Acceptances = Omit<Acceptance, 'suggestion'> & { readonly suggestions: readonly Suggestion[] }

export type Accepted = {
  readonly accepted: readonly Suggestion[]
  /** The one that was refused; the ones after it are not tried. */
  readonly failed: { readonly suggestion: Suggestion; readonly error: unknown } | null
  readonly version: string | null
}

/** Links or sets what is suggested, each on top of the one before. */
export async function saveSuggestions({ suggestions, ...document }: Acceptances): Promise<Accepted> {
  const accepted: Suggestion[] = []
  let { version } = document
  for (const suggestion of suggestions) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each call needs the version of the one before
      version = await saveSuggestion({ ...document, suggestion, version })
    } catch (error) {
      return { accepted, failed: { suggestion, error }, version }
    }
    accepted.push(suggestion)
  }
  return { accepted, failed: null, version }
}

/** Returns the new version of the document. @throws CallError */
async function saveSuggestion({ fileId, suggestion, statusId, version }: Acceptance): Promise<string | null> {
  const target = { params: { id: fileId }, ...(version !== null && { ifMatch: version }) }
  if (suggestion.field === 'owner') {
    const { partyNumber, relationTypeId } = suggestion
    const body = { statusId, owners: [{ partyNumber, relationTypeId }] }
    return (await callWithVersion(patchStatus, { ...target, body })).etag
  }
  if (suggestion.field === 'agent') {
    const { agentName, legacyCode, relationTypeId } = suggestion
    const body = { agents: [{ agentName, legacyCode, relationTypeId }] }
    return (await callWithVersion(patchAgents, { ...target, body })).etag
  }
  const body = { attachmentTypeId: suggestion.typeId }
  return (await callWithVersion(patchDescriptionTypes, { ...target, body })).etag
}
