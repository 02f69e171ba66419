import { useNavigate } from 'react-router'
import { handFiles } from '../features/upload/facts/handed-files.ts'
import { useRunningQueue } from '../features/upload/sender/running-queue.ts'
import { UnfinishedLine } from '../features/upload/modes/unfinished-line.tsx'
import { LandingPage } from '../features/home/landing-page.tsx'
import { PATHS } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'

/** The start page. Its dropped files go to another feature's upload form; only this file connects the two. */
export function LandingRoute() {
  const { username } = useSession()
  const navigate = useNavigate()
  const onFilesDropped = (files: readonly File[]) => {
    handFiles(username, files)
    void navigate(PATHS.upload)
  }
  const isSending = useRunningQueue(username) !== null
  // A running batch is unfinished too, but the line below the bar already shows its progress.
  return <LandingPage onFilesDropped={onFilesDropped} unfinished={isSending ? null : <UnfinishedLine />} />
}
