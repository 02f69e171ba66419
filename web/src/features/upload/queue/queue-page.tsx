import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { KeysHelp } from '../../../ui/keys-help.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { takeHandedUpload } from '../facts/handed-files.ts'
import { UploadHeading } from '../modes/upload-heading.tsx'
import { filesOfField } from './choose-files.ts'
import { QueueForm } from './queue-form.tsx'
import { QueueSuccess } from './queue-success.tsx'
import type { Queue } from '../sender/queue.ts'
import { useQueue } from './use-queue.ts'
import { QUEUE_KEYS } from './use-queue-keys.ts'
import { useQueueScreen } from './use-queue-screen.ts'

/** The batch of /add: many files, each with its own details, in a queue that survives a reload. */
export function QueuePage({ takesFocus }: { readonly takesFocus: boolean }) {
  const queue = useQueue()
  return queue === null ? <Waiting /> : <QueueRound queue={queue} takesFocus={takesFocus} />
}

function Waiting() {
  return (
    <>
      <UploadHeading>Upload files</UploadHeading>
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
    const { files, fields } = takeHandedUpload(username)
    // A batch that waits keeps its own details for all files.
    if (fields && entries.length === 0)
      queue.changeFields({ owner: null, relationTypeId: null, typedOwner: '', ...fields })
    if (files.length > 0) screen.add(filesOfField(files))
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
      <UploadHeading takesFocus={takesFocus || isNext} aside={<KeysHelp keys={QUEUE_KEYS} />}>
        Upload files
      </UploadHeading>
      <QueueForm screen={screen} startsAtType={isOfAnotherType} />
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
