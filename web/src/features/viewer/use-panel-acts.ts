import { patchStatus } from '@portal/contract/edit/edit.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useMutation, useQuery, useQueryClient, type Mutation, type QueryClient } from '@tanstack/react-query'
import { failureText } from '../../lib/failure-text.ts'
import { useEffect, useEffectEvent } from 'react'
import { isInField, useAreSingleKeysOn } from '../../lib/single-keys.ts'
import type { DocumentPanelProps } from './panel-props.ts'
import type { Accepted } from './suggestions/suggestions.queries.ts'
import { LINKING, PANEL_SAVES, saveStatus, versionQuery, type NewStatus } from './viewer.queries.ts'

export type PanelActs = {
  readonly isSaving: boolean
  /** The sentence of the last failure. */
  readonly failure: string | null
  readonly setStatus: (statusId: number) => void
  readonly edit: () => void
}

type Panel = Pick<DocumentPanelProps, 'fileId' | 'next' | 'onEdit' | 'onGo' | 'onChanged'>

/** What the user may do with the document; null for people who may not edit, and for a document in the bin. */
export function usePanelActs(
  { fileId, next, onEdit, onGo, onChanged }: Panel,
  facts: DocumentFacts | undefined,
): PanelActs | null {
  const client = useQueryClient()
  const version = useQuery({ ...versionQuery(fileId), enabled: onEdit !== null })
  const saving = useMutation({
    // After a suggestion that is being saved, and on top of it.
    scope: PANEL_SAVES,
    mutationFn: ({ after, ...status }: StatusAct) => {
      // A person who has gone on would not see that a link is missing.
      const failed = after && linkFailure(after)
      if (failed) throw failed
      return saveStatus({
        ...status,
        version: client.getQueryData(versionQuery(status.fileId).queryKey) ?? null,
      })
    },
    // The panel may show another file by now, and `next` is the one after that.
    onSuccess: (_saved, { fileId: saved }) => {
      onChanged()
      if (saved === fileId && next !== null) onGo(next)
    },
    onError: () => void version.refetch(),
  })
  if (onEdit === null || facts?.InBin === true) return null
  const isOfThis = saving.variables?.fileId === fileId
  const isSaving = isOfThis && saving.isPending
  return {
    isSaving,
    failure: isOfThis && saving.isError ? failureText(saving.error, patchStatus.fallback) : null,
    setStatus: (statusId) => {
      if (!isSaving) saving.mutate({ fileId, statusId, after: linkBeingSaved(client, fileId) })
    },
    edit: () => {
      if (facts) onEdit(facts)
    },
  }
}

type StatusAct = Omit<NewStatus, 'version'> & {
  /** The link of the file that is being saved at that moment. */
  readonly after: Linking | undefined
}

type Linking = Mutation<Partial<Accepted> | string | null, Error, { readonly fileId: number }>

function linkBeingSaved(client: QueryClient, fileId: number): Linking | undefined {
  const linking = client.getMutationCache().findAll({ mutationKey: LINKING, status: 'pending' }) as Linking[]
  return linking.findLast(({ state }) => state.variables?.fileId === fileId)
}

function linkFailure({ state: { data, error } }: Linking): Error | null {
  const refused = typeof data === 'object' ? data?.failed?.error : null
  return refused instanceof Error ? refused : error
}

type PanelKeys = {
  readonly acts: PanelActs | null
  readonly onLink: () => void
  readonly onAcceptTogether: (() => void) | null
}

type Keys = Readonly<Record<string, (() => void) | null>>

/** A letter acts on the document that the panel shows, except in a field or behind another dialog. */
export function usePanelKeys(
  { previous, next, onGo }: Pick<DocumentPanelProps, 'previous' | 'next' | 'onGo'>,
  { acts, onLink, onAcceptTogether }: PanelKeys,
): void {
  const areOn = useAreSingleKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const byKey: Keys = {
      j: next === null ? null : () => onGo(next),
      k: previous === null ? null : () => onGo(previous),
      e: acts && acts.edit,
      c: acts && (() => acts.setStatus(STATUS.completed)),
      i: acts && (() => acts.setStatus(STATUS.needMoreInfo)),
      l: acts && onLink,
      // Caps lock alone does not mean several at once.
      L: acts && event.shiftKey ? onAcceptTogether : null,
    }
    const act = byKey[event.key]
    if (!act || !areOn || event.repeat || event.defaultPrevented || isMeantElsewhere(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isMeantElsewhere({ target, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (isInField(target) || altKey || ctrlKey || metaKey || isComposing) return true
  return document.querySelector('dialog[open]:not([data-panel])') !== null
}
