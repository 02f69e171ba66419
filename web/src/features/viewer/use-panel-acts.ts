import { STATUS } from '@portal/contract/files/status.ts'
import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isInField, useAreSingleKeysOn } from '../../lib/single-keys.ts'
import type { QuestionDraft } from '../../lib/question-draft.ts'
import { questionPointsQuery } from '../../lib/questions.queries.ts'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { useStatusSaves, type StatusSaves } from './status/use-status-saves.ts'
import { savedStatusQuery } from './viewer.queries.ts'

const QUESTION_IS_OPEN = 'A question is open already. Withdraw it to ask again.'

export type PanelActs = {
  readonly status: StatusSaves
  readonly edit: () => void
  /** Asks what is missing. A document with an open question keeps it, and a sentence says so. */
  readonly needMoreInfo: () => void
  /** The dialog that asks; null while it is closed. */
  readonly question: { readonly save: (draft: QuestionDraft) => void; readonly close: () => void } | null
}

type Panel = Pick<DocumentPanelProps, 'fileId' | 'next' | 'onEdit' | 'onGo' | 'onChanged'>

/** What the user may do with the document; null for people who may not edit, and for a document in the bin. */
export function usePanelActs(panel: Panel, facts: DocumentFacts | undefined): PanelActs | null {
  const { fileId, onEdit } = panel
  useQuery({ ...savedStatusQuery(fileId), enabled: onEdit !== null })
  useQuery({ ...questionPointsQuery(fileId), enabled: onEdit !== null })
  const status = useStatusSaves(panel)
  // The dialog belongs to one document.
  const [asked, setAsked] = useState<number | null>(null)
  if (onEdit === null || facts?.InBin === true) return null
  return {
    status,
    needMoreInfo: () => {
      if (status.isSaving) return
      if (facts?.OpenQuestion) status.tell(QUESTION_IS_OPEN)
      else setAsked(fileId)
    },
    question:
      asked === fileId
        ? {
            save: (draft) => {
              setAsked(null)
              status.set(STATUS.needMoreInfo, draft)
            },
            close: () => setAsked(null),
          }
        : null,
    edit: () => {
      if (facts) onEdit(facts)
    },
  }
}

type PanelKeys = {
  readonly acts: PanelActs | null
  readonly onLink: () => void
  readonly onAcceptTogether: (() => void) | null
  readonly onComments: () => void
  readonly onHistory: () => void
  /** Null for a document that somebody has. */
  readonly onTake: (() => void) | null
}

/** `a` is taken by the bar of selected files. */
export const TAKE_KEY = 't'

type Keys = Readonly<Record<string, (() => void) | null>>

/** A letter acts on the document that the panel shows, except in a field or behind another dialog. */
export function usePanelKeys(
  { previous, next, onGo }: Pick<DocumentPanelProps, 'previous' | 'next' | 'onGo'>,
  { acts, onLink, onAcceptTogether, onComments, onHistory, onTake }: PanelKeys,
): void {
  const areOn = useAreSingleKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const byKey: Keys = {
      j: next === null ? null : () => onGo(next),
      k: previous === null ? null : () => onGo(previous),
      m: onComments,
      h: onHistory,
      [TAKE_KEY]: onTake,
      e: acts && acts.edit,
      c: acts && (() => acts.status.set(STATUS.completed)),
      i: acts && acts.needMoreInfo,
      u: acts && acts.status.undo,
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
  // The dialogs are in the document in the order in which they were opened.
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  return top !== undefined && !top.matches('[data-panel]')
}
