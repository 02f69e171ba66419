import { useNavigate } from 'react-router'
import { handFiles } from '../features/files/upload/handed-files.ts'
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
  return <LandingPage onFilesDropped={onFilesDropped} />
}
