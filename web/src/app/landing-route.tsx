import { useNavigate } from 'react-router'
import { useDeskViews } from '../features/documents/use-desk-views.ts'
import { handFiles } from '../features/upload/facts/handed-files.ts'
import { useUnfinishedWork } from '../features/upload/modes/use-unfinished-work.ts'
import { LandingPage } from '../features/home/landing-page.tsx'
import { PATHS } from '../lib/paths.ts'
import { may } from '../lib/rights.ts'
import { useSession } from '../lib/session.ts'

/** The start page. Other features have its dropped files, unfinished uploads and saved views; only this file connects them. */
export function LandingRoute() {
  const session = useSession()
  const { username } = session
  const navigate = useNavigate()
  const onFilesDropped = (files: readonly File[]) => {
    handFiles(username, files)
    void navigate(PATHS.upload)
  }
  const unfinished = useUnfinishedWork({ username, uploads: may(session, 'documents.add') })
  const views = useDeskViews(may(session, 'documents.edit'))
  return <LandingPage onFilesDropped={onFilesDropped} unfinished={unfinished} views={views} />
}
