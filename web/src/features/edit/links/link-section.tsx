import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { loadFailedText, type LinkKind } from '../../../lib/parties.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PartyFields } from '../../../ui/party-fields.tsx'
import { addPair, withoutPending, type LinkDraft } from './link-draft.ts'
import { LinkList } from './link-list.tsx'
import { LINK_TEXTS } from './link-texts.ts'
import type { AssignedLink, Links } from './links.ts'
import classes from './links.module.css'

type Props = {
  readonly kind: LinkKind
  readonly linkDraft: LinkDraft
  readonly links: Links
  readonly countyId: number | null
  /** Unlinking is disabled while a save runs. */
  readonly isSaving: boolean
  readonly onChange: (change: (linkDraft: LinkDraft) => LinkDraft) => void
  readonly onUnlink: (link: AssignedLink) => void
  readonly onReload: () => void
  /** Shown above the search. */
  readonly children?: ReactNode
}

/** The document's owners or agents. A search and a relation form a pair, Save links it, Unlink removes it. */
export function LinkSection({
  kind,
  linkDraft,
  links,
  isSaving,
  onChange,
  onUnlink,
  onReload,
  children,
  ...others
}: Props) {
  const texts = LINK_TEXTS[kind]
  const legend = useFocusWhenRowsGo(linkDraft.pending.length + links.list.length, Boolean(children))
  return (
    <fieldset className={classes.section}>
      <legend ref={legend} tabIndex={-1} className={classes.legend}>
        {texts.title}
      </legend>
      {children}
      <PartyFields kind={kind} pair={linkDraft} onChange={onChange} {...others} />
      <p role="alert" className={classes.problem}>
        {linkDraft.problem}
      </p>
      <div className={classes.row}>
        <Button onClick={() => onChange((before) => addPair(before, { kind, assigned: links.list }))}>
          {texts.add}
        </Button>
      </div>
      <LinkList
        title={texts.pending}
        links={linkDraft.pending}
        note={texts.note}
        action="Remove"
        onAction={(link) => onChange((before) => withoutPending(before, [link]))}
      />
      {links.failure !== null && <LoadFailed text={loadFailedText(links.failure)} onRetry={onReload} />}
      <LinkList
        title={texts.assigned}
        links={links.list}
        note={texts.note}
        action="Unlink"
        isDisabled={isSaving}
        onAction={onUnlink}
      />
    </fieldset>
  )
}

/** Removing a row, or what is above the search, also removes its focused button. The focus then moves to the title. */
function useFocusWhenRowsGo(rows: number, isMore: boolean): RefObject<HTMLLegendElement | null> {
  const legend = useRef<HTMLLegendElement>(null)
  const before = useRef({ rows, isMore })
  useEffect(() => {
    const isFewer = rows < before.current.rows || (before.current.isMore && !isMore)
    before.current = { rows, isMore }
    if (isFewer && !legend.current?.form?.contains(document.activeElement)) legend.current?.focus()
  }, [rows, isMore])
  return legend
}
