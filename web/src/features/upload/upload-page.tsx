import { lazy, Suspense, useCallback, useState } from 'react'
import { loadOptionalChunk } from '../../lib/chunk.ts'
import { useScope } from '../../lib/scope.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { startFields } from './facts/upload-county.ts'
import { forAnotherType, type UploadFields } from './facts/upload-fields.ts'
import { UploadForm } from './form/upload-form.tsx'
import { handedFields } from './facts/handed-files.ts'
import { UploadHeading } from './modes/upload-heading.tsx'
import { SwitchLayout, useUploadLayout } from './modes/upload-layout.ts'
import { UploadOffer } from './form/upload-offer.tsx'
import { UploadSuccess } from './form/upload-success.tsx'
import { leaveText, uploadTitle } from './facts/upload-texts.ts'
import { useLeaveGuard } from '../../lib/use-leave-guard.ts'
import { useUploadScreen, type UploadScreen } from './form/use-upload-screen.ts'

type Round = {
  readonly number: number
  /** The initial values of the fields. */
  readonly fields: UploadFields
}

/** The chunk number reported if the batch page fails to load. */
const BATCH_CHUNK = 23

const NoPage = (_props: TakesFocus) => null

const QueuePage = lazy(async () => {
  const loaded = await loadOptionalChunk(BATCH_CHUNK, () => import('./queue/queue-page.tsx'))
  return { default: loaded?.QueuePage ?? NoPage }
})

/**
 * /add: one file with the form of the specification, several files as a batch. When the layout changes, the heading
 * receives focus, because the control that had it is gone.
 */
export function UploadPage() {
  const { layout, switchLayout } = useUploadLayout()
  const [first] = useState(layout)
  const [hasChanged, setHasChanged] = useState(false)
  if (first !== layout && !hasChanged) setHasChanged(true)
  return (
    <SwitchLayout value={switchLayout}>
      {layout === 'form' ? (
        <UploadRounds takesFocus={hasChanged} />
      ) : (
        <Suspense fallback={<PageHeading>Upload files</PageHeading>}>
          <QueuePage takesFocus={hasChanged} />
        </Suspense>
      )}
    </SwitchLayout>
  )
}

type TakesFocus = { readonly takesFocus: boolean }

/** Runs one upload after another; each round starts with a fresh form. */
function UploadRounds({ takesFocus }: TakesFocus) {
  const session = useSession()
  const scope = useScope()
  const [round, setRound] = useState<Round>(() => ({
    number: 1,
    fields: handedFields(session.username) ?? startFields(session, scope),
  }))
  const startRound = useCallback(
    (fields: UploadFields) => setRound(({ number }) => ({ number: number + 1, fields })),
    [],
  )
  return (
    <UploadRound
      key={round.number}
      round={round}
      takesFocus={takesFocus || round.number > 1}
      onNextRound={startRound}
    />
  )
}

type RoundProps = TakesFocus & {
  readonly round: Round
  readonly onNextRound: (fields: UploadFields) => void
}

function UploadRound({ round, takesFocus, onNextRound }: RoundProps) {
  const screen = useUploadScreen(round.fields)
  const { upload, draft, stored } = screen
  const session = useSession()
  const scope = useScope()
  const again = useCallback(() => onNextRound(startFields(session, scope)), [onNextRound, session, scope])
  const anotherType = () => {
    // The next upload corrects nothing.
    screen.corrects.removeSent()
    onNextRound(forAnotherType(screen.fields))
  }
  const isOfAnotherType = round.fields.categoryId !== null && round.fields.typeId === null
  useTitle(stored === null ? uploadTitle(upload) : 'Upload successful!')
  if (stored !== null) {
    return (
      <UploadSuccess stored={stored} summary={screen.summary} onAgain={again} onAnotherType={anotherType} />
    )
  }
  return (
    <>
      <UploadHeading takesFocus={takesFocus && !isOfAnotherType}>Upload files</UploadHeading>
      {draft.offered !== null && !upload.isSending && (
        <UploadOffer draft={draft.offered} onTake={screen.takeOffer} onDiscard={draft.settleOffer} />
      )}
      <UploadForm screen={screen} startsAtType={isOfAnotherType} />
      <LeaveQuestion screen={screen} />
    </>
  )
}

/** Asks for confirmation before the user leaves while something is not stored yet. */
function LeaveQuestion({ screen: { upload, draft } }: { readonly screen: UploadScreen }) {
  const guard = useLeaveGuard(upload.isSending || draft.isUnsent, { holdsTab: upload.isSending })
  const leave = () => {
    if (guard.isGivingUp) draft.giveUp()
    guard.leave()
  }
  return (
    <ConfirmDialog
      opened={guard.isAsking}
      title={guard.isGivingUp ? 'Cancel this upload?' : 'Leave this page?'}
      question={leaveText({ isSending: upload.isSending, isGivingUp: guard.isGivingUp })}
      // Only an exit that keeps the form's content is called leaving.
      {...(guard.isGivingUp ? { yes: 'Cancel upload', no: 'Keep upload' } : { yes: 'Leave', no: 'Stay' })}
      isHarmless={!upload.isSending && !guard.isGivingUp}
      onYes={leave}
      onNo={guard.stay}
    />
  )
}
