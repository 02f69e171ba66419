import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { KeysHelp } from '../../../ui/keys-help.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { takeHandedFiles } from '../facts/handed-files.ts'
import { UploadModes } from '../modes/upload-modes.tsx'
import { filesOfField } from './choose-files.ts'
import { QueueForm } from './queue-form.tsx'
import { QueueSuccess } from './queue-success.tsx'
import type { Queue } from '../sender/queue.ts'
import { useQueue } from './use-queue.ts'
import { QUEUE_KEYS } from './use-queue-keys.ts'
import { useQueueScreen } from './use-queue-screen.ts'

/** /add?batch: many files, each with its own details, in a queue that survives a reload. */
export function QueuePage({ takesFocus }: { readonly takesFocus: boolean }) {
  const queue = useQueue()
  return queue === null ? <Waiting /> : <QueueRound queue={queue} takesFocus={takesFocus} />
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

type RoundProps = { readonly queue: Queue; readonly takesFocus: boolean }

function QueueRound({ queue, takesFocus }: RoundProps) {
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
  // The next batch starts with focus on the heading or a field, because the button that started it is gone.
  const [isNext, setIsNext] = useState(false)
  if (screen.isDone && !isNext) setIsNext(true)
  const isOfAnotherType = isNext && screen.fields.categoryId !== null
  if (screen.isDone) return <QueueSuccess screen={screen} />
  return (
    <>
      <PageHeading takesFocus={takesFocus || isNext}>Upload files</PageHeading>
      <UploadModes />
      <QueueForm screen={screen} startsAtType={isOfAnotherType} />
      <KeysHelp keys={QUEUE_KEYS} switchLabel="Turn on the shortcuts that are single letters, and ?" />
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
