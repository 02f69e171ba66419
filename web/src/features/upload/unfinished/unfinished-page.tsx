import { RESUMABLE_DAYS } from '@portal/contract/files/resumable.ts'
import { useRef } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ListNotice } from '../../../ui/list-screen/list-notice.tsx'
import { useRowPlace } from '../../../ui/use-row-place.ts'
import { UploadHeading } from '../modes/upload-heading.tsx'
import { UnfinishedList } from './unfinished-list.tsx'
import classes from './unfinished.module.css'
import listScreen from '../../../ui/list-screen/list-screen.module.css'
import { useUnfinishedScreen } from './use-unfinished-screen.ts'

/** /add/unfinished: the user's own unfinished uploads and the actions on them. */
export function UnfinishedPage() {
  const screen = useUnfinishedScreen()
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, screen.uploads ?? undefined)
  const { guard } = screen
  return (
    <>
      <UploadHeading>Unfinished uploads</UploadHeading>
      <section ref={list} tabIndex={-1} aria-label="Your unfinished uploads" className={listScreen.list}>
        <p className={classes.hint}>
          The received part of a file is kept for {RESUMABLE_DAYS} days. Choose the file again to send the
          rest.
        </p>
        <UnfinishedList screen={screen} />
      </section>
      <ListNotice notice={screen.notice} dismiss={screen.dismiss} />
      <ConfirmDialog
        opened={screen.asked !== null}
        title="Discard this upload?"
        question="The received part is removed. The file on your computer stays."
        subject={screen.asked?.fileName}
        yes="Discard upload"
        no="Keep upload"
        onYes={screen.confirm}
        onNo={screen.decline}
      />
      <ConfirmDialog
        opened={guard.isAsking}
        title="Leave this page?"
        question="A file is uploading. The received part stays, and the rest is not sent."
        yes="Leave"
        no="Stay"
        isHarmless
        onYes={guard.leave}
        onNo={guard.stay}
      />
    </>
  )
}
