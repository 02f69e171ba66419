import type { SavedView } from '@portal/contract/views/views.ts'
import {
  IconArrowDown,
  IconArrowUp,
  IconEdit,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCounties } from '../../../lib/counties.ts'
import { fullCountyName } from '../../../lib/county-text.ts'
import { useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Views } from './use-views.ts'
import { addressOf } from './view-address.ts'
import classes from './view-tabs.module.css'

type Props = {
  readonly views: Views
  readonly onEdit: (view: SavedView) => void
  readonly onClose: () => void
}

/** All saved views: opens, orders, renames, shares and deletes them, and makes one the default. */
export function ViewsDialog({ views, onEdit, onClose }: Props) {
  const [asked, setAsked] = useState<SavedView | null>(null)
  return (
    <Dialog opened title="Views" onClose={onClose}>
      {views.failure !== null && <Notice tone="error">{views.failure}</Notice>}
      {views.views.length === 0 && views.unusable.length === 0 && (
        <EmptyState>No saved views yet. Set filters, then press Save view.</EmptyState>
      )}
      <ul className={classes.all}>
        {views.views.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            views={views}
            onEdit={onEdit}
            onDelete={setAsked}
            onClose={onClose}
          />
        ))}
        {views.unusable.map((view) => (
          <UnusableRow key={view.id} view={view} onDelete={setAsked} />
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        title="Delete the view"
        question={
          asked?.audience === 'me' ? 'Delete this view?' : 'Delete this view for everyone who uses it?'
        }
        subject={asked ? nameOf(asked) : undefined}
        yes="Delete"
        no="Keep"
        onYes={() => {
          if (asked) views.remove(asked.id)
          setAsked(null)
        }}
        onNo={() => setAsked(null)}
      />
    </Dialog>
  )
}

type RowProps = Props & { readonly view: SavedView; readonly onDelete: (view: SavedView) => void }

function ViewRow({ view, views: { views, defaultViewId, countOf, reorder, makeDefault }, ...on }: RowProps) {
  const { id, name, mayChange } = view
  const place = views.indexOf(view)
  const isDefault = id === defaultViewId
  const moveTo = (next: number) => {
    const ids = views.map((each) => each.id).filter((each) => each !== id)
    reorder(ids.toSpliced(next, 0, id))
  }
  return (
    <li className={classes.view}>
      <span>
        <Link to={{ search: addressOf(view, null) }} onClick={on.onClose}>
          <bdi>{name}</bdi>
        </Link>{' '}
        {countOf(id)}
        <span className={classes.about}>
          <Audience view={view} />
        </span>
      </span>
      <span className={classes.acts}>
        <IconButton
          aria-label={`Move ${name} up`}
          title="Move up"
          disabled={place === 0}
          onClick={() => moveTo(place - 1)}
        >
          <IconArrowUp aria-hidden size={17} />
        </IconButton>
        <IconButton
          aria-label={`Move ${name} down`}
          title="Move down"
          disabled={place === views.length - 1}
          onClick={() => moveTo(place + 1)}
        >
          <IconArrowDown aria-hidden size={17} />
        </IconButton>
        <IconButton
          aria-label={`Begin with ${name}`}
          title="Default view: the list begins with it"
          aria-pressed={isDefault}
          onClick={() => makeDefault(isDefault ? null : id)}
        >
          {isDefault ? <IconStarFilled aria-hidden size={17} /> : <IconStar aria-hidden size={17} />}
        </IconButton>
        {mayChange && (
          <>
            <IconButton aria-label={`Edit ${name}`} title="Rename or share" onClick={() => on.onEdit(view)}>
              <IconEdit aria-hidden size={17} />
            </IconButton>
            <IconButton
              isDanger
              aria-label={`Delete ${name}`}
              title="Delete"
              onClick={() => on.onDelete(view)}
            >
              <IconTrash aria-hidden size={17} />
            </IconButton>
          </>
        )}
      </span>
    </li>
  )
}

/** Only the owner of an unusable view gets its name. */
const nameOf = ({ name }: SavedView) => name || 'A view without a name'

/** A view of a county that the person has no longer. */
function UnusableRow({ view, onDelete }: Pick<RowProps, 'view' | 'onDelete'>) {
  const name = nameOf(view)
  return (
    <li className={classes.view}>
      <span>
        <bdi>{name}</bdi>
        <span className={classes.about}>You may no longer see the county of this view</span>
      </span>
      <span className={classes.acts}>
        <IconButton isDanger aria-label={`Delete ${name}`} title="Delete" onClick={() => onDelete(view)}>
          <IconTrash aria-hidden size={17} />
        </IconButton>
      </span>
    </li>
  )
}

/** Who sees a view, and whose it is. */
function Audience({ view: { audience, countyId, isMine, owner } }: { readonly view: SavedView }) {
  const { isAdmin, counties } = useSession()
  const { list } = useCounties()
  const county = (isAdmin ? list : counties).find(({ CountyID }) => CountyID === countyId)?.Name
  if (audience === 'me') return 'Only you'
  const sees = audience === 'firm' ? 'The firm' : county === undefined ? 'A county' : fullCountyName(county)
  return isMine || owner === null ? sees : `${sees} · from ${owner}`
}
