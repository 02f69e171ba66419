import { getSuggestions, type Suggestion } from '@portal/contract/viewer/suggestions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { saveAgents, saveDescriptionTypes, saveStatus, type SaveTarget } from '../../../lib/document-saves.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'

/** Milliseconds until suggestions that were not complete are asked for again. */
const ASK_AGAIN_MS = 3000
/** Then the text waits for long, and the next opening asks again. */
const MAX_ANSWERS = 10

export function suggestionsQuery(fileId: number) {
  return queryOptions({
    // Below the key of the list, so that a save reloads both.
    queryKey: [...UPLOADS_KEY, 'suggestions', fileId],
    queryFn: ({ signal }) => call(getSuggestions, { params: { fileId }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isComplete === false && dataUpdateCount < MAX_ANSWERS ? ASK_AGAIN_MS : false,
    staleTime: 0,
    retry: false,
  })
}

type Acceptance = SaveTarget & {
  readonly suggestion: Suggestion
  /** The status of the document: the call that links owners sets it, too. */
  readonly statusId: number
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
async function saveSuggestion({ suggestion, statusId, ...target }: Acceptance): Promise<string | null> {
  if (suggestion.field === 'owner') {
    const { partyNumber, relationTypeId } = suggestion
    return (await saveStatus(target, { statusId, owners: [{ partyNumber, relationTypeId }] })).etag
  }
  if (suggestion.field === 'agent') {
    const { agentName, legacyCode, relationTypeId } = suggestion
    return (await saveAgents(target, [{ agentName, legacyCode, relationTypeId }])).etag
  }
  return (await saveDescriptionTypes(target, { attachmentTypeId: suggestion.typeId })).etag
}
