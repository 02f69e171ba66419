import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DocumentFactsList, FactsLine } from './document-facts-list.tsx'
import classes from './document-panel.module.css'
import { useLocation } from 'react-router'
import { COMMENTS_HASH } from '../../lib/notices.queries.ts'
import { DocumentComments } from '../../ui/comments/document-comments.tsx'
import { DocumentHistory } from '../../ui/document-history.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { PanelFoot, PanelHead, RestoreFoot } from './panel-bars.tsx'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { useAssignee } from '../../lib/use-assignee.ts'
import { PreviewBody } from './preview-body.tsx'
import { QuestionDialog } from './questions/question-dialog.tsx'
import { SuggestedBar } from './suggestions/suggested-bar.tsx'
import { useSuggestions } from './suggestions/use-suggestions.ts'
import { useNamedOwner } from './use-named-owner.ts'
import { usePanelActs, usePanelKeys } from './use-panel-acts.ts'
import { factsQuery, previewQuery } from './viewer.queries.ts'

/** A document beside the list, as a sheet, or as a page on phones: what it shows, what is known of it, what to do. */
export function DocumentPanel(props: DocumentPanelProps) {
  const { fileId, marks, onRestore, onClose } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const target = { fileId }
  const facts = useQuery(factsQuery(fileId))
  const preview = useQuery(previewQuery(target))
  const acts = usePanelActs(props, facts.data)
  const suggestions = useSuggestions({
    fileId,
    facts,
    isOn: acts !== null,
    onChanged: props.onChanged,
  })
  const toHeading = () => heading.current?.focus({ preventScroll: true })
  const namedOwner = useNamedOwner({ ...props, onLeft: toHeading }, facts.data)
  const work = useAssignee(fileId)
  const comments = usePanelFold(COMMENTS_HASH)
  const history = usePanelFold()
  // What a person named precedes what the text suggests.
  usePanelKeys(props, {
    acts,
    onLink: namedOwner?.link ?? suggestions.accept,
    onAcceptTogether: namedOwner === null ? suggestions.acceptTogether : null,
    onComments: comments.press,
    onHistory: history.press,
    onTake: work.assignee === null && facts.data?.InBin === false ? () => work.assign('me') : null,
  })
  // The list keeps its place, and the focus goes to what has opened.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const name = facts.data?.FileName ?? `File ${fileId}`
  const announced = useAnnounced(name)
  const pageCount = preview.data?.pageCount ?? 0
  return (
    <PanelFrame label={`Preview of ${name}`} onClose={onClose} isAboveDialog={props.isAboveDialog}>
      <PanelHead
        {...props}
        name={name}
        heading={heading}
        below={<FactsLine fileId={fileId} facts={facts.data} pageCount={pageCount} />}
      />
      <output className="for-screen-readers">{announced}</output>
      <div className={classes.body}>
        <div className={classes.preview}>
          <PreviewBody key={fileId} target={target} name={name} marks={marks} />
        </div>
        <DocumentFactsList
          facts={facts}
          namedOwner={namedOwner}
          work={work}
          pageCount={pageCount}
          onWithdrawn={(withdrawn) => {
            acts?.status.tell(`File ${withdrawn}: The question is withdrawn.`)
            // Its button goes with the question.
            toHeading()
          }}
        />
        <DocumentComments
          fileId={fileId}
          isOpen={comments.isOpen}
          isReadOnly={facts.data?.InBin === true}
          button={comments.button}
          shortcut="m"
          onToggle={comments.toggle}
        />
        <DocumentHistory
          fileId={fileId}
          isOpen={history.isOpen}
          button={history.button}
          shortcut="h"
          onToggle={history.toggle}
        />
      </div>
      {acts && <SuggestedBar suggestions={suggestions} hasKey={namedOwner === null} />}
      {acts && <PanelFoot next={props.next} acts={acts} onLeft={toHeading} />}
      {acts?.question && (
        <QuestionDialog
          fileId={fileId}
          uploader={facts.data?.UploadedBy}
          onSave={acts.question.save}
          onClose={acts.question.close}
        />
      )}
      {onRestore && facts.data?.InBin !== false && <RestoreFoot onRestore={() => onRestore(fileId)} />}
    </PanelFrame>
  )
}

/** The name once it changes, for a live region: the first name is announced by the focus. */
function useAnnounced(name: string): string {
  const [first] = useState(name)
  return name === first ? '' : name
}

/**
 * Whether a part of the panel is open, which lasts while a user goes from document to document. A link with the hash
 * opens it.
 */
function usePanelFold(openingHash?: string) {
  const { hash, key } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const [followed, setFollowed] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const linkedBy = openingHash !== undefined && hash === openingHash ? key : null
  if (linkedBy !== null && followed !== linkedBy) {
    setFollowed(linkedBy)
    setIsOpen(true)
  }
  useEffect(() => {
    if (linkedBy !== null) button.current?.scrollIntoView({ block: 'start' })
  }, [linkedBy])
  const toggle = () => {
    // The list must have its height before it is scrolled to.
    flushSync(() => setIsOpen(!isOpen))
    if (!isOpen) button.current?.scrollIntoView({ block: 'start' })
  }
  return {
    isOpen,
    button,
    toggle,
    /**
     * The key moves the focus, too, so that Tab goes on to the list. If the part has a field, the focus goes there: a
     * letter of what is typed next must not be another key, such as that of *Completed, next*.
     */
    press: () => {
      button.current?.focus({ preventScroll: true })
      toggle()
      const field = button.current?.closest('section')?.querySelector('textarea')
      field?.focus({ preventScroll: true })
    },
  }
}
