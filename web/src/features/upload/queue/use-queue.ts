import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { listResumable } from '@portal/contract/files/resumable.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { periodToSendIn } from '../../../lib/call.ts'
import { useScope } from '../../../lib/scope.ts'
import { useSession } from '../../../lib/session.ts'
import { unfinishedQuery } from '../modes/unfinished.queries.ts'
import { startFields } from '../facts/upload-county.ts'
import { openQueueDatabase } from '../sender/queue-database.ts'
import { QueueStore } from '../sender/queue-store.ts'
import { queueText } from './queue-texts.ts'
import { Queue } from '../sender/queue.ts'
import { clearEndedQueue, showEndedQueue, showRunningQueue } from '../sender/running-queue.ts'

type Opened = { readonly username: string; readonly period: number; readonly queue: Promise<Queue> }

/** Kept outside the screen, so that the queue continues while the user visits other screens. */
let opened: Opened | null = null

/** The user's queue, opened once per sign-in; null until it has been read. */
export function useQueue(): Queue | null {
  const session = useSession()
  const queryClient = useQueryClient()
  const [queue, setQueue] = useState<Queue | null>(null)
  const scope = useScope()
  const [first] = useState({ session, scope })
  useEffect(() => {
    let isHere = true
    void queueOf(first, queryClient).then((found) => isHere && setQueue(found))
    return () => {
      isHere = false
    }
  }, [first, queryClient])
  return queue
}

async function queueOf({ session, scope }: First, queryClient: QueryClient): Promise<Queue> {
  const { username } = session
  const period = await periodToSendIn(listResumable)
  if (opened?.username === username && opened.period === period) return opened.queue
  void opened?.queue.then((queue) => queue.close())
  opened = { username, period, queue: openQueue({ session, scope, period, queryClient }) }
  return opened.queue
}

type First = { readonly session: Session; readonly scope: number | null }
type Opening = First & { readonly period: number; readonly queryClient: QueryClient }

async function openQueue({ session, scope, period, queryClient }: Opening): Promise<Queue> {
  const { username } = session
  // In a browser without storage, the queue lives as long as its page.
  const database = await openQueueDatabase(username).catch(() => null)
  const queue = new Queue({
    username,
    period,
    store: new QueueStore(database, startFields(session, scope)),
    onTakenBack: () => void queryClient.invalidateQueries({ queryKey: unfinishedQuery.queryKey }),
  })
  const show = () => {
    const view = queue.store.view()
    const batch = { username, period, text: queueText(view) }
    if (view.entries.some(({ state }) => state.is === 'waiting')) showRunningQueue(batch)
    else if (view.entries.length > 0) showEndedQueue(batch)
    else clearEndedQueue()
  }
  queue.store.subscribe(show)
  await queue.open()
  return queue
}
