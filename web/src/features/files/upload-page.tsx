import { useCallback, useState } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { UploadForm } from './upload-form.tsx'
import { UploadSuccess } from './upload-success.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useUploadScreen } from './use-upload-screen.ts'

/** /add: sends files to the portal, again and again; each round starts with empty fields, at the top. */
export function UploadPage() {
  const [round, setRound] = useState(1)
  const again = useCallback(() => setRound((before) => before + 1), [])
  return <UploadRound key={round} isFirst={round === 1} onAgain={again} />
}

type RoundProps = { readonly isFirst: boolean; readonly onAgain: () => void }

function UploadRound({ isFirst, onAgain }: RoundProps) {
  useTitle('Upload files')
  const screen = useUploadScreen()
  const guard = useLeaveGuard(screen.files.isSending)
  if (screen.stored !== null) return <UploadSuccess stored={screen.stored} onAgain={onAgain} />
  return (
    <>
      <PageHeading takesFocus={!isFirst}>Upload files</PageHeading>
      <UploadForm screen={screen} />
      <ConfirmDialog
        opened={guard.isAsking}
        title="Leave this page?"
        question="Files are still being uploaded. Those that are not stored yet would be cancelled."
        onYes={guard.leave}
        onNo={guard.stay}
      />
    </>
  )
}
