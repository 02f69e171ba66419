import { randomUUID } from 'node:crypto'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import {
  getRun,
  listRunDocuments,
  previewRun,
  startRun,
  stopRun,
  undoRun,
  type Run,
  type RunDocument,
  type RunPreview,
} from '@portal/contract/runs/runs.ts'
import type { SelectionInput } from '@portal/contract/runs/selection.ts'
import { changeDocumentsOfRun } from '../rooms/runs/document-run.job.ts'
import { runDueJobs } from './mailbox.ts'
import type { OpenPortal, TestPerson } from './portal/open-portal.ts'

type Answer<Body> = { status: number; body: Body & { error?: string; code?: string } }

async function read<Body>(answer: ReturnType<OpenPortal['call']>): Promise<Answer<Body>> {
  const { statusCode, ...sent } = await answer
  return { status: statusCode, body: sent.json<Body & { error?: string; code?: string }>() }
}

/** The calls of runs. */
export function runCalls(portal: OpenPortal) {
  return {
    preview: (person: TestPerson, selection: SelectionInput, action: RunAction) =>
      read<RunPreview>(portal.call(person, previewRun, { payload: { selection, action } })),
    start: (person: TestPerson, selection: SelectionInput, action: RunAction, key: string = randomUUID()) =>
      read<Run>(portal.call(person, startRun, { payload: { key, selection, action } })),
    get: (person: TestPerson, number: number) =>
      read<Run>(portal.call(person, getRun, { params: { number } })),
    documents: (person: TestPerson, number: number, query: Readonly<Record<string, string | number>> = {}) =>
      read<{ documents: RunDocument[]; next: number | null }>(
        portal.call(person, listRunDocuments, { params: { number }, query }),
      ),
    stop: (person: TestPerson, number: number) =>
      read<Run>(portal.call(person, stopRun, { params: { number } })),
    undo: (person: TestPerson, number: number, key: string = randomUUID()) =>
      read<Run>(portal.call(person, undoRun, { params: { number }, payload: { key } })),
    /** Runs the jobs of runs that are due. */
    work: () => runDueJobs(portal, [changeDocumentsOfRun]),
  }
}
