import { useLayoutEffect, useRef } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { isUndecided } from '../save/conflict.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { EditFoot } from './edit-foot.tsx'
import type { EditRecord } from '../edit-record.ts'
import { useTypeChoices } from './edit-sections.tsx'
import classes from '../edit.module.css'
import { FileFacts } from './file-facts.tsx'
import type { KeptEdit } from '../kept-edit.ts'
import { LinkSection } from '../links/link-section.tsx'
import { LINK_KINDS } from '../../../lib/parties.ts'
import { PartSections } from './part-sections.tsx'
import { useEditScreen } from '../use-edit-screen.ts'
import type { Next } from '../save/use-next.ts'
import { useFocus } from './use-focus.ts'
import { useSaveAndNextKeys } from './use-save-and-next-keys.ts'

export type EditFormProps = {
  readonly record: EditRecord
  /** What is restored into it. */
  readonly kept: KeptEdit | null
  readonly next: Next
  readonly onSaved: () => void
  readonly onUnsaved: (isUnsaved: boolean) => void
  readonly onCancel: () => void
}

/** The sections of the dialog and their one Save. */
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
            />
          ))}
        </div>
      </div>
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
