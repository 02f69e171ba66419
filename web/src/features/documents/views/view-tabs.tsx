import type { SavedView } from '@portal/contract/views/views.ts'
import { IconDots } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import type { DocumentsState } from '../list-address.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { SaveViewMenu } from './save-view-menu.tsx'
import type { Views } from './use-views.ts'
import { addressOf } from './view-address.ts'
import tabs from '../../../ui/screen-tabs.module.css'
import classes from './view-tabs.module.css'
import { ViewsDialog } from './views-dialog.tsx'

type Props = { readonly views: Views; readonly state: DocumentsState }

type OpenDialog = 'all' | 'new' | SavedView | null

/** The saved views above the list, as many as fit in one line; a dialog has all of them. */
export function ViewTabs({ views, state }: Props) {
  const [opened, setOpened] = useState<OpenDialog>(null)
  const close = () => setOpened(null)
  return (
    <nav aria-label="Views" className={classes.row} data-wide>
      <Tabs views={views} />
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpened('all')}>
        <IconDots aria-hidden size={16} />
        <span className={classes.word}>More views</span>
      </Button>
      <SaveViewMenu views={views} state={state} onNew={() => setOpened('new')} />
      {opened === 'all' && <ViewsDialog views={views} onEdit={setOpened} onClose={close} />}
      {opened === 'new' && <SaveViewDialog views={views} state={state} edited={null} onClose={close} />}
      {opened !== null && typeof opened === 'object' && (
        <SaveViewDialog views={views} state={state} edited={opened} onClose={() => setOpened('all')} />
      )}
    </nav>
  )
}

function Tabs({ views: { views, current, isChanged, countOf } }: { readonly views: Views }) {
  const row = useTabsThatFit()
  return (
    <div ref={row} className={classes.tabs}>
      <Link
        to={{ search: addressOf(null, null) }}
        className={`${tabs.tab} ${classes.tab}`}
        aria-current={current ? undefined : 'page'}
      >
        All documents
      </Link>
      {views.map((view) => (
        <Link
          key={view.id}
          to={{ search: addressOf(view, null) }}
          className={`${tabs.tab} ${classes.tab}`}
          aria-current={view.id === current?.id ? 'page' : undefined}
        >
          <bdi className={classes.name}>{view.name}</bdi>{' '}
          <span className={`${tabs.count} ${classes.count}`}>{countOf(view.id)}</span>
          {isChanged && view.id === current?.id && <span className={classes.changed}>(changed)</span>}
        </Link>
      ))}
    </div>
  )
}

/** Tabs that do not fit wrap below the visible line; this also takes them from the Tab key and from screen readers. */
function useTabsThatFit() {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: element } = row
    if (!element) return undefined
    const all = [...element.children].filter((tab) => tab instanceof HTMLElement)
    const mark = () => {
      for (const tab of all) tab.removeAttribute('data-first')
      // The current view is in sight, so it comes first where it would not fit (R7.141).
      const current = all.find((tab) => tab.ariaCurrent === 'page')
      if (current && current.offsetTop > 0) current.setAttribute('data-first', '')
      for (const tab of all) tab.toggleAttribute('data-cut', tab.offsetTop > 0)
    }
    mark()
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return row
}
