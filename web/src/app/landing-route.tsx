import { useNavigate } from 'react-router'
import { handFiles } from '../features/upload/facts/handed-files.ts'
import { useRunningQueue } from '../features/upload/sender/running-queue.ts'
import { UnfinishedLine } from '../features/upload/modes/unfinished-line.tsx'
import { LandingPage } from '../features/home/landing-page.tsx'
import { PATHS } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'

/** The start page, whose dropped files go to the upload form of another room: the two meet only here. */
export function LandingRoute() {
  const { username } = useSession()
  const navigate = useNavigate()
  const onFilesDropped = (files: readonly File[]) => {
    handFiles(username, files)
    void navigate(PATHS.upload)
  }
  const isSending = useRunningQueue(username) !== null
  // Uploads of a batch on its way are not finished either, and the line below the bar says how far it is.
  return <LandingPage onFilesDropped={onFilesDropped} unfinished={isSending ? null : <UnfinishedLine />} />
}
