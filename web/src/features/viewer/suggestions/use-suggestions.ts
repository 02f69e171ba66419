import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { getSuggestions, type Suggestion } from '@portal/contract/viewer/suggestions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../lib/failure-text.ts'
import { LINKING, noteVersion, PANEL_SAVES, savedStatusQuery } from '../viewer.queries.ts'
import { acceptText, failedText, nothingText } from './suggestion-texts.ts'
import { saveSuggestions, suggestionsQuery, type Acceptances } from './suggestions.queries.ts'

export type Suggestions = {
  /** The one on screen; null if there is none. */
  readonly shown: Suggestion | null
  /** Its place from 1, and how many there are. */
  readonly place: number
  readonly count: number
  /** The sentence if there is none. */
  readonly nothing: string
  readonly isSaving: boolean
  /** The sentence of the last failure. */
  readonly failure: string | null
  /** What was accepted last; empty if nothing was. */
  readonly accepted: string
  readonly accept: () => void
  /** One suggestion of each field. */
  readonly together: readonly Suggestion[]
  readonly acceptTogether: () => void
  readonly showNext: () => void
}

type Options = {
  readonly fileId: number
  readonly facts: { readonly data: DocumentFacts | undefined; readonly isError: boolean }
  /** Whether the person may edit the document. */
  readonly isOn: boolean
  readonly onChanged: () => void
}

/** What the text of the document suggests, one after the other. Nothing is saved without `accept`. */
export function useSuggestions({ fileId, facts, isOn, onChanged }: Options): Suggestions {
  const client = useQueryClient()
  const found = useQuery({ ...suggestionsQuery(fileId), enabled: isOn })
  const [turned, setTurned] = useState({ fileId, by: 0 })
  const saving = useMutation({
    mutationKey: LINKING,
    scope: PANEL_SAVES,
    // The panel may show another file before it is saved, so all of these take the file from the act.
    mutationFn: (act: Omit<Acceptances, 'version'>) =>
      saveSuggestions({
        ...act,
        version: client.getQueryData(savedStatusQuery(act.fileId).queryKey)?.version ?? null,
      }),
    onSuccess: async ({ version, accepted, failed }, { fileId: saved }) => {
      noteVersion(client, { fileId: saved, version })
      if (failed) void client.invalidateQueries({ queryKey: savedStatusQuery(saved).queryKey })
      if (accepted.length === 0) return
      onChanged()
      // Until the next suggestions are there, the accepted one must not be accepted again.
      await client.invalidateQueries({ queryKey: suggestionsQuery(saved).queryKey })
    },
  })
  // The call that links an owner sets the status, too, so nothing can be accepted before the facts are there.
  const statusId = facts.data?.FileID === fileId ? facts.data.StatusID : undefined
  // A later answer may put an owner first, which must not come under a finger.
  const all = statusId !== undefined && found.data?.isComplete === true ? found.data.suggestions : []
  const at = all.length === 0 || turned.fileId !== fileId ? 0 : turned.by % all.length
  const shown = all[at] ?? null
  // Of the field that is shown, the shown one.
  const together = shown === null ? [] : oneOfEachField([shown, ...all])
  const isOfThis = saving.variables?.fileId === fileId
  const isSaving = isOfThis && saving.isPending
  const { accepted = [], failed = null } = (isOfThis && saving.data) || {}
  const accept = (suggestions: readonly Suggestion[]) => {
    if (suggestions.length > 0 && statusId !== undefined && !isSaving)
      saving.mutate({ fileId, suggestions, statusId })
  }
  return {
    shown,
    place: at + 1,
    count: all.length,
    nothing: nothingText({
      data: statusId === undefined ? undefined : found.data,
      isError: found.isError || facts.isError,
    }),
    isSaving,
    failure:
      failed &&
      failedText({
        suggestion: failed.suggestion,
        isOne: saving.variables?.suggestions.length === 1,
        sentence: failureText(failed.error, getSuggestions.fallback),
      }),
    accepted: acceptText(accepted),
    accept: () => accept(shown === null ? [] : [shown]),
    together,
    acceptTogether: () => accept(together),
    showNext: () => setTurned({ fileId, by: at + 1 }),
  }
}

/** The first suggestion of each field, in the order of the suggestions. */
function oneOfEachField(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return [...new Map(suggestions.toReversed().map((each) => [each.field, each])).values()].toReversed()
}
