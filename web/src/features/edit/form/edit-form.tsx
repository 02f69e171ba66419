import { useLayoutEffect, useRef, useState, type RefObject, useEffect, useEffectEvent } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { isUndecided } from '../save/conflict.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import type { EditRecord } from '../edit-record.ts'
import { useTypeChoices } from './edit-sections.tsx'
import classes from '../edit.module.css'
import { FileFacts } from './file-facts.tsx'
import type { UnsavedEdit } from '../unsaved-edit.ts'
import { LinkSection } from '../links/link-section.tsx'
import { NamedOwnerSection, openNamedOwner } from '../links/named-owner-section.tsx'
import { LINK_KINDS } from '../../../lib/parties.ts'
import { PartSections } from './part-sections.tsx'
import { useEditScreen } from '../use-edit-screen.ts'
import type { Next } from '../save/use-next.ts'
import type { Message } from '../edit-session.ts'
import { useAssignee } from '../../../lib/use-assignee.ts'
import { AssigneeLine } from '../../../ui/assignee-line.tsx'
import { Button } from '../../../ui/button.tsx'
import { CorrectionsLine } from '../../../ui/corrections/corrections-line.tsx'
import { DocumentComments } from '../../../ui/comments/document-comments.tsx'
import { DocumentHistory } from '../../../ui/document-history.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'

type EditFootProps = {
  readonly message: Message | null
  readonly isBusy: boolean
  /** No document follows in the list. */
  readonly isLast: boolean
  readonly onSaveAndNext: () => void
  readonly onCancel: () => void
}

const FIELDS = 'select, input, textarea, button'

const linesOf = (lines: readonly string[]) => lines.map((line) => <p key={line}>{line}</p>)

export type EditFormProps = {
  readonly record: EditRecord
  /** The unsaved edits to restore. */
  readonly kept: UnsavedEdit | null
  readonly next: Next
  readonly onSaved: () => void
  readonly onUnsaved: (isUnsaved: boolean) => void
  readonly onCancel: () => void
}

/** The sections of the dialog and their single Save button. */
export function EditForm({ record, kept, next, onSaved, onUnsaved, onCancel }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const screen = useEditScreen(record, {
    kept,
    left: next.left,
    onSaved,
    onFocusNeeded: (name) => controlOf(name)?.focus(),
  })
  const controlOf = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)
  const { session, isUnsaved, unlink } = screen
  const { metadata, descriptionTypes, links } = session.record
  const types = useTypeChoices(descriptionTypes)
  const namedOwner = openNamedOwner(screen)

  useLayoutEffect(() => {
    onUnsaved(isUnsaved)
  }, [isUnsaved, onUnsaved])

  useFocus(form, isUndecided(session.clashes))

  const saveAndNext = async () => {
    const result = await next.after(screen.save)
    if (next.isLast) screen.tellLast(result)
  }
  useSaveAndNextKeys(form, () => void saveAndNext())

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      aria-busy={session.isSaving}
      onSubmit={(event) => {
        event.preventDefault()
        void screen.save()
      }}
    >
      <FileFacts metadata={metadata} />
      <FileAssignee fileId={metadata.FileID} />
      <ConflictChoice
        clashes={session.clashes}
        changes={session.record.changes}
        types={types.options}
        onChoose={screen.choose}
      />
      <div className={classes.columns}>
        <div className={classes.column}>
          <PartSections screen={screen} types={types} />
        </div>
        <div className={classes.column}>
          {LINK_KINDS.map((kind) => (
            <LinkSection
              key={kind}
              kind={kind}
              linkDraft={session.linkDrafts[kind]}
              links={links[kind]}
              countyId={metadata.CountyID}
              isSaving={session.isSaving}
              onChange={(changed) => screen.changeLinkDraft(kind, changed)}
              onUnlink={(link) => unlink.ask(kind, link)}
              onReload={() => void screen.reload()}
            >
              {kind === 'owner' && namedOwner && <NamedOwnerSection screen={screen} owner={namedOwner} />}
            </LinkSection>
          ))}
        </div>
      </div>
      <FileComments fileId={metadata.FileID} />
      <FileHistory fileId={metadata.FileID} />
      <EditFoot
        message={session.message ?? session.notice}
        isBusy={session.isSaving || next.isLeaving}
        isLast={next.isLast}
        onSaveAndNext={() => void saveAndNext()}
        onCancel={onCancel}
      />
      <UnlinkQuestion unlink={unlink} />
    </form>
  )
}

function FileAssignee({ fileId }: { readonly fileId: number }) {
  const work = useAssignee(fileId)
  return (
    <dl className={classes.assignee}>
      <div>
        <dt>Assigned to</dt>
        <dd>
          <AssigneeLine fileId={fileId} work={work} />
        </dd>
      </div>
      <div>
        <dt>Correction</dt>
        <dd>
          <CorrectionsLine fileId={fileId} />
        </dd>
      </div>
    </dl>
  )
}

function FileComments({ fileId }: { readonly fileId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return <DocumentComments fileId={fileId} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
}

function FileHistory({ fileId }: { readonly fileId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return <DocumentHistory fileId={fileId} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
}

type Unlink = ReturnType<typeof useEditScreen>['unlink']

function UnlinkQuestion({ unlink: { asked, isBusy, yes, no } }: { readonly unlink: Unlink }) {
  return (
    <ConfirmDialog
      opened={asked !== null}
      title={`Unlink this ${asked?.kind ?? 'owner'}?`}
      question={
        asked &&
        `${asked.link.party.name} (${asked.link.relation.Name}) will no longer be linked to this file.`
      }
      isBusy={isBusy}
      onYes={() => void yes()}
      onNo={no}
    />
  )
}

/** The result of the last save. Stays until the next change or save. */
function EditMessage({ message }: { readonly message: Message | null }) {
  const { tone, lines = [], aside = [] } = message ?? {}
  const isError = tone === 'error'
  return (
    <div className={classes.message} data-tone={tone}>
      <output>{!isError && linesOf(lines)}</output>
      <div role="alert">{isError && linesOf(lines)}</div>
      <div aria-live="polite" className={classes.aside}>
        {linesOf(aside)}
      </div>
    </div>
  )
}

/** Moves the focus to Status at first, and to a choice between two versions as soon as one appears. */
function useFocus(form: RefObject<HTMLFormElement | null>, hasChoice: boolean): void {
  useLayoutEffect(() => {
    const element = form.current
    const start = element?.querySelector<HTMLElement>('[name="status"]')
    ;(start ?? element?.querySelector<HTMLElement>(FIELDS))?.focus()
  }, [form])
  useLayoutEffect(() => {
    const choice = hasChoice ? form.current?.querySelector<HTMLElement>('[name="choice"]') : null
    choice?.focus()
    choice?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [form, hasChoice])
}

/** Ctrl+Enter anywhere in the form, Cmd+Enter on a Mac. */
function useSaveAndNextKeys(form: RefObject<HTMLFormElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const element = form.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
      event.preventDefault()
      if (!event.repeat) press()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [form])
}

/** The result of the last save, and the buttons. */
function EditFoot({ message, isBusy, isLast, onSaveAndNext, onCancel }: EditFootProps) {
  return (
    <DialogFoot message={<EditMessage message={message} />}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look={isLast ? 'primary' : 'plain'}>
        {isBusy ? 'Saving...' : 'Save'}
      </Button>
      <Button
        look={isLast ? 'plain' : 'primary'}
        aria-keyshortcuts="Control+Enter"
        title="Ctrl+Enter"
        onClick={onSaveAndNext}
      >
        Save and next
      </Button>
    </DialogFoot>
  )
}
