import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../../../lib/session.ts'
import { useTitle } from '../../../../lib/use-title.ts'
import { KeysHelp } from '../../../../ui/keys-help.tsx'
import { Loading } from '../../../../ui/loading.tsx'
import { PageHeading } from '../../../../ui/page-heading.tsx'
import { takeHandedFiles } from '../handed-files.ts'
import { UploadModes } from '../upload-modes.tsx'
import { filesOfField } from './choose-files.ts'
import { QueueForm } from './queue-form.tsx'
import { QueueSuccess } from './queue-success.tsx'
import type { Queue } from './queue.ts'
import { useQueue } from './use-queue.ts'
import { QUEUE_KEYS } from './use-queue-keys.ts'
import { useQueueScreen } from './use-queue-screen.ts'

/** /add?batch: many files, each with its own facts, in a queue that outlives the page. */
export function QueuePage() {
  const queue = useQueue()
  return queue === null ? <Waiting /> : <QueueRound queue={queue} />
}

function Waiting() {
  return (
    <>
      <PageHeading>Upload files</PageHeading>
      <UploadModes />
      <Loading>Loading files...</Loading>
    </>
  )
}

function QueueRound({ queue }: { readonly queue: Queue }) {
  const screen = useQueueScreen(queue)
  const { username } = useSession()
  const { entries } = screen.view
  const stored = entries.filter(({ state }) => state.is === 'stored').length
  const takeHanded = useEffectEvent(() => {
    const handed = takeHandedFiles(username)
    if (handed.length > 0) screen.add(filesOfField(handed))
  })
  useEffect(() => takeHanded(), [])
  useTitle(titleOf(screen.isDone, { stored, total: entries.length }))
  if (screen.isDone) return <QueueSuccess screen={screen} />
  return (
    <>
      <PageHeading>Upload files</PageHeading>
      <UploadModes />
      <QueueForm screen={screen} />
      <KeysHelp keys={QUEUE_KEYS} switchLabel="Use the keys that are single letters, and ?" />
    </>
  )
}

function titleOf(
  isDone: boolean,
  { stored, total }: { readonly stored: number; readonly total: number },
): string {
  if (isDone) return 'Upload successful!'
  return stored > 0 ? `${stored} of ${total} · Upload files` : 'Upload files'
}
