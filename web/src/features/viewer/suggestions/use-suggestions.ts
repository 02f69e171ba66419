import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { getSuggestions, type Suggestion } from '@portal/contract/viewer/suggestions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../lib/failure-text.ts'
import { PANEL_SAVES, versionQuery } from '../viewer.queries.ts'
import { acceptText, nothingText } from './suggestion-texts.ts'
import { saveSuggestion, suggestionsQuery, type Acceptance } from './suggestions.queries.ts'

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
    scope: PANEL_SAVES,
    // The panel may show another file before it is saved, so all of these take the file from the act.
    mutationFn: (act: Omit<Acceptance, 'version'>) =>
      saveSuggestion({ ...act, version: client.getQueryData(versionQuery(act.fileId).queryKey) ?? null }),
    onSuccess: async (version, { fileId: saved }) => {
      client.setQueryData(versionQuery(saved).queryKey, version)
      onChanged()
      // Until the next suggestions are there, the accepted one must not be accepted again.
      await client.invalidateQueries({ queryKey: suggestionsQuery(saved).queryKey })
    },
    onError: (_error, { fileId: failed }) =>
      void client.invalidateQueries({ queryKey: versionQuery(failed).queryKey }),
  })
  // The call that links an owner sets the status, too, so nothing can be accepted before the facts are there.
  const statusId = facts.data?.FileID === fileId ? facts.data.StatusID : undefined
  // A later answer may put an owner first, which must not come under a finger.
  const all = statusId !== undefined && found.data?.isComplete === true ? found.data.suggestions : []
  const at = all.length === 0 || turned.fileId !== fileId ? 0 : turned.by % all.length
  const shown = all[at] ?? null
  const isOfThis = saving.variables?.fileId === fileId
  const isSaving = isOfThis && saving.isPending
  return {
    shown,
    place: at + 1,
    count: all.length,
    nothing: nothingText({
      data: statusId === undefined ? undefined : found.data,
      isError: found.isError || facts.isError,
    }),
    isSaving,
    failure: isOfThis && saving.isError ? failureText(saving.error, getSuggestions.fallback) : null,
    accepted: isOfThis && saving.isSuccess ? acceptText(saving.variables.suggestion) : '',
    accept() {
      if (shown && statusId !== undefined && !isSaving) saving.mutate({ fileId, suggestion: shown, statusId })
    },
    showNext: () => setTurned({ fileId, by: at + 1 }),
  }
}
