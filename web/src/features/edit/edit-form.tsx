import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DescriptionField } from '../../ui/description-field.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { EditMessage } from './edit-message.tsx'
import type { EditRecord } from './edit-record.ts'
import { StatusSection, TypeSection, useRenditionTypeId, useTypeChoices } from './edit-sections.tsx'
import classes from './edit.module.css'
import { FileFacts } from './file-facts.tsx'
import { LinkSection } from './link-section.tsx'
import { LINK_KINDS } from './links.ts'
import { RenderedSection } from './rendered-section.tsx'
import { useEditScreen } from './use-edit-screen.ts'

type Props = {
  readonly record: EditRecord
  readonly onSaved: () => void
  readonly onUnsaved: (isUnsaved: boolean) => void
}

/** The sections of the dialog and their one Save. */
export function EditForm({ record, onSaved, onUnsaved }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const renditionTypeId = useRenditionTypeId(record.descriptionTypes)
  const screen = useEditScreen(record, {
    renditionTypeId,
    onSaved,
    onNeedy: (name) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
  })
  const { session, draft, isUnsaved, change, problems, unlink } = screen
  const { metadata, descriptionTypes, links } = session.record
  const types = useTypeChoices(descriptionTypes)

  useLayoutEffect(() => {
    onUnsaved(isUnsaved)
  }, [isUnsaved, onUnsaved])

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
      <StatusSection value={draft.statusId} onChange={(statusId) => change({ statusId })} />
      <TypeSection
        categoryId={descriptionTypes.attachmentCategoryId}
        options={types}
        value={draft.typeId}
        onChange={(typeId) => change({ typeId })}
      />
      {draft.typeId === renditionTypeId && (
        <RenderedSection value={draft} problem={problems.rendered} onChange={change} />
      )}
      <DescriptionField
        name="description"
        value={draft.description}
        problem={problems.description}
        onChange={(description) => change({ description })}
      />
      {LINK_KINDS.map((kind) => (
        <LinkSection
          key={kind}
          kind={kind}
          desk={session.desks[kind]}
          links={links[kind]}
          countyId={metadata.CountyID}
          isSaving={session.isSaving}
          onChange={(changed) => screen.changeDesk(kind, changed)}
          onUnlink={(link) => unlink.ask(kind, link)}
          onReload={() => void screen.reload()}
        />
      ))}
      <ConflictChoice clashes={session.clashes} types={types} onChoose={screen.choose} />
      <div className={classes.foot}>
        <EditMessage message={session.message} />
        <div className={classes.actions}>
          <Button type="submit" look="primary">
            {session.isSaving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </div>
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
