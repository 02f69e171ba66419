import { patchStatus } from '@portal/contract/edit/edit.ts'
import { STATUS } from '@portal/contract/files/status.ts'
import { useMutation, useQueryClient, type Mutation, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saveStatus, type SaveTarget } from '../../../lib/document-saves.ts'
import { failureText } from '../../../lib/failure-text.ts'
import {
  EMPTY_QUESTION,
  isEmptyQuestion,
  questionOf,
  unmailedText,
  type QuestionDraft,
} from '../../../lib/question-draft.ts'
import { sendQuestion } from '../../../lib/questions.queries.ts'
import type { DocumentPanelProps } from '../../../lib/document-panel-props.ts'
import type { Accepted } from '../suggestions/suggestions.queries.ts'
import { factsQuery, LINKING, PANEL_SAVES, savedStatusQuery } from '../viewer.queries.ts'
import { afterChange, afterFailedUndo, afterUndo, EMPTY_LOG, type StatusLog } from './status-log.ts'

export type StatusSaves = {
  readonly log: StatusLog
  /** Whether the status of the document on screen is being saved. */
  readonly isSaving: boolean
  /** Sets the status, with a question about what is missing if there is one. */
  readonly set: (statusId: number, question?: QuestionDraft) => void
  /** Says something else about the document where the last save is told. */
  readonly tell: (text: string) => void
  /** Undoes the last change; null if there is none. */
  readonly undo: (() => void) | null
}

type Panel = Pick<DocumentPanelProps, 'fileId' | 'next' | 'onGo' | 'onChanged'>

/** Sets the status of the document on screen, and undoes what was set since the panel opened. */
export function useStatusSaves({ fileId, next, onGo, onChanged }: Panel): StatusSaves {
  const client = useQueryClient()
  const [log, setLog] = useState(EMPTY_LOG)
  // An undo that waits behind a save is about that save.
  const latest = useRef(log)
  const note = (newest: StatusLog) => {
    latest.current = newest
    setLog(newest)
  }
  const setting = useMutation({
    // After a suggestion that is being saved, and on top of it.
    scope: PANEL_SAVES,
    mutationFn: ({ after, ...change }: StatusAct) => setStatus(client, change, after),
    // The panel may show another file by now, and `next` is the one after that.
    onSuccess: ({ note: aside, ...change }, { fileId: saved, statusId }) => {
      note(afterChange(latest.current, change, { statusId, note: aside }))
      onChanged()
      if (saved === fileId && next !== null) onGo(next)
    },
    onError: (failure, { fileId: failed }) => {
      note({ ...latest.current, text: failureText(failure, patchStatus.fallback), isFailure: true })
      void client.invalidateQueries({ queryKey: savedStatusQuery(failed).queryKey })
    },
  })
  const undoing = useMutation({
    scope: PANEL_SAVES,
    mutationFn: async () => {
      const change = latest.current.changes.at(-1)
      if (change === undefined) return null
      try {
        const target = { fileId: change.fileId, version: change.after }
        const { etag } = await saveStatus(target, { statusId: change.former })
        note(afterUndo(latest.current, change, etag))
        keep(client, { fileId: change.fileId, statusId: change.former, version: etag })
      } catch (failure) {
        note(afterFailedUndo(latest.current, change, failure))
      }
      return change.fileId
    },
    onSuccess: (undone) => {
      if (undone === null) return
      onChanged()
      if (undone !== fileId) onGo(undone)
    },
  })
  const isSaving = setting.isPending && setting.variables.fileId === fileId
  const hasUndo = log.changes.length > 0 || setting.isPending
  return {
    log,
    isSaving,
    set: (statusId, question = EMPTY_QUESTION) => {
      if (!isSaving) setting.mutate({ fileId, statusId, question, after: linkBeingSaved(client, fileId) })
    },
    tell: (text) => note({ ...latest.current, text, isFailure: false }),
    undo: hasUndo ? () => undoing.mutate() : null,
  }
}

type NewStatus = { readonly fileId: number; readonly statusId: number }

type NewQuestion = NewStatus & { readonly question: QuestionDraft }

type StatusAct = NewQuestion & {
  /** The link of the file that is being saved at that moment. */
  readonly after: Linking | undefined
}

type Linking = Mutation<Partial<Accepted> | string | null, Error, { readonly fileId: number }>

async function setStatus(
  client: QueryClient,
  { fileId, statusId, question }: NewQuestion,
  after: Linking | undefined,
) {
  // A person who has gone on would not see that a link is missing.
  const failed = after && linkFailure(after)
  if (failed) throw failed
  const { statusId: former, version: before } = await client.ensureQueryData(savedStatusQuery(fileId))
  const { etag, note } = isEmptyQuestion(question)
    ? await saveAndClose(client, { fileId, statusId }, before)
    : await ask({ fileId, version: before }, question)
  keep(client, { fileId, statusId, version: etag })
  return { fileId, former, before, after: etag, note }
}

/** Another status withdraws the open question. Undo does not open it again, so the note says it at once (R26.6). */
async function saveAndClose(client: QueryClient, { fileId, statusId }: NewStatus, version: string | null) {
  const question = client.getQueryData(factsQuery(fileId).queryKey)?.OpenQuestion ?? null
  const { etag } = await saveStatus({ fileId, version }, { statusId })
  const isWithdrawn = question !== null && statusId !== STATUS.needMoreInfo
  return { etag, note: isWithdrawn ? 'The question is withdrawn.' : null }
}

/** The question sets the status. The note says if its person gets no e-mail. */
async function ask(target: SaveTarget, draft: QuestionDraft) {
  const { result, etag } = await sendQuestion(target, questionOf(draft))
  return { etag, note: result.isMailed ? 'Question sent.' : unmailedText(result.question.Person) }
}

function keep(client: QueryClient, { fileId, ...saved }: NewStatus & { readonly version: string | null }) {
  client.setQueryData(savedStatusQuery(fileId).queryKey, saved)
}

function linkBeingSaved(client: QueryClient, fileId: number): Linking | undefined {
  const linking = client.getMutationCache().findAll({ mutationKey: LINKING, status: 'pending' }) as Linking[]
  return linking.findLast(({ state }) => state.variables?.fileId === fileId)
}

function linkFailure({ state: { data, error } }: Linking): Error | null {
  const refused = typeof data === 'object' ? data?.failed?.error : null
  return refused instanceof Error ? refused : error
}
