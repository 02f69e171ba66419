import type { Mail, MailFile } from '@portal/contract/ingestion/mailbox.ts'
import { useRef, useState, useEffect, type ComponentType } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FileMailForm, isSameFiling, proposedFields } from './file-mail-form.tsx'
import { MailFacts, MailFiles } from './mail-facts.tsx'
import classes from './mailbox.module.css'
import { NOTHING_TO_FILE, subjectText } from './mailbox-texts.ts'
import { RefuseMailForm } from './refuse-mail-form.tsx'
import type { ActOutcome, MailActs } from './use-mail-acts.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Notice } from '../../ui/notice.tsx'

type DecidedMailProps = {
  /** Says that someone else decided first; null if the user only reads the message. */
  readonly meanwhile: string | null
  readonly onClose: () => void
}

/** Shows the text of a message that waits, or one of its files. */
export type MailPreviewPart = ComponentType<{
  readonly mailId: string
  readonly name: string
  /** The files that the dialog lists. */
  readonly files: readonly MailFile[]
  readonly opened: MailFile | null
  readonly onBack: () => void
}>

type Props = {
  readonly mail: Mail
  readonly acts: MailActs
  readonly mailPreview: MailPreviewPart
  readonly onClose: () => void
}

/** One message: its data, its files and, while it is pending, what it shows and the two ways to decide. */
export function MailDialog({ mail: opened, acts, mailPreview: MailPreview, onClose }: Props) {
  const [mail, setMail] = useState(opened)
  const [fields, setFields] = useState(() => proposedFields(opened))
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<MailFile | null>(null)
  const [isOver, setIsOver] = useState(false)
  const [isRefusing, setIsRefusing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLElement>(null)
  const openFile = (next: MailFile) => {
    setFile(next)
    // In a narrow window the preview is below the list.
    preview.current?.scrollIntoView({ block: 'nearest' })
  }
  const turn = (refusing: boolean) => {
    setProblem(null)
    setIsRefusing(refusing)
    if (!refusing) content.current?.focus()
  }
  const settle = async (act: Promise<ActOutcome>) => {
    setProblem(null)
    const outcome = await act
    if (outcome === null) return onClose()
    if (outcome.newer) setMail(outcome.newer)
    setIsOver(outcome.isOver)
    setProblem(outcome.problem)
  }
  const isDecided = isOver || mail.state !== 'waiting'
  const isWithoutFiles = mail.files.length === 0
  const isTyped = reason.trim() !== '' || !isSameFiling(fields, proposedFields(opened))
  const files = !isWithoutFiles && <MailFiles mail={mail} opened={file} onOpen={openFile} />
  return (
    <FormDialog
      title={subjectText(mail)}
      width={opened.state === 'waiting' ? 1180 : 640}
      question={!isDecided && isTyped ? UNSENT : null}
      onClose={onClose}
    >
      {(close) => (
        <div ref={content} tabIndex={-1} className={classes.dialog} data-columns={!isDecided || undefined}>
          <MailFacts mail={mail} />
          {!isDecided && isWithoutFiles && <p>{NOTHING_TO_FILE}</p>}
          {isDecided && <MailFiles mail={mail} />}
          {isDecided && <DecidedMail meanwhile={problem} onClose={onClose} />}
          {!isDecided && !isWithoutFiles && !isRefusing && (
            <FileMailForm
              fields={fields}
              setFields={setFields}
              problem={problem}
              isBusy={acts.isBusy}
              onFile={(filing) => void settle(acts.file(mail, filing))}
              onRefuse={() => turn(true)}
              onClose={close}
            >
              {files}
            </FileMailForm>
          )}
          {!isDecided && (isWithoutFiles || isRefusing) && (
            <RefuseMailForm
              mail={mail}
              reason={reason}
              setReason={setReason}
              problem={problem}
              isBusy={acts.isBusy}
              onRefuse={(refusal) => void settle(acts.refuse(mail, refusal))}
              isInPlace={!isWithoutFiles}
              onCancel={isWithoutFiles ? close : () => turn(false)}
            >
              {files}
            </RefuseMailForm>
          )}
          {!isDecided && (
            <section ref={preview} aria-label="Content of the e-mail" className={classes.preview}>
              <MailPreview
                mailId={mail.mailID}
                name={subjectText(mail)}
                files={mail.files}
                opened={file}
                onBack={() => setFile(null)}
              />
            </section>
          )}
        </div>
      )}
    </FormDialog>
  )
}

const UNSENT = {
  title: 'Close without deciding?',
  question: 'What you entered here would be lost.',
} as const

/** The button that closes a message with nothing left to decide. */
function DecidedMail({ meanwhile, onClose }: DecidedMailProps) {
  const itself = useRef<HTMLDivElement>(null)
  // It replaces the form whose button was pressed.
  useEffect(() => {
    if (meanwhile !== null) itself.current?.querySelector<HTMLElement>('button')?.focus()
  }, [meanwhile])
  return (
    <div ref={itself}>
      <DialogFoot message={meanwhile !== null && <Notice tone="error">{meanwhile}</Notice>}>
        <Button onClick={onClose}>{meanwhile === null ? 'Close' : 'Back to the list'}</Button>
      </DialogFoot>
    </div>
  )
}
