import {
  IconArrowAutofitWidth,
  IconLayoutList,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import type { Preview } from '@portal/contract/viewer/viewer.ts'
import type { CSSProperties } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { pageImageUrl, type Target } from '../viewer.queries.ts'
import { START, turned, zoomed, type Look } from './page-look.ts'
import classes from './pages-view.module.css'
import type { PagesSearch } from './use-pages-search.ts'

type Props = {
  readonly look: Look
  readonly onLook: (look: Look) => void
  readonly search: PagesSearch
  readonly pageCount: number
}

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.8 } as const

/** Zoom, rotation, thumbnails, and the search inside the document. */
export function PagesToolbar({ look, onLook, search, pageCount }: Props) {
  return (
    <div role="toolbar" aria-label="Pages" className={classes.toolbar}>
      {pageCount > 1 && (
        <IconButton
          aria-label="Thumbnails"
          title="Thumbnails"
          aria-pressed={look.hasThumbnails}
          onClick={() => onLook({ ...look, hasThumbnails: !look.hasThumbnails })}
        >
          <IconLayoutList {...ICON} />
        </IconButton>
      )}
      <IconButton
        aria-label="Zoom out"
        title="Zoom out"
        onClick={() => onLook({ ...look, zoom: zoomed(look, -1) })}
      >
        <IconZoomOut {...ICON} />
      </IconButton>
      <output className={classes.zoom}>{`${Math.round(look.zoom * 100)} %`}</output>
      <IconButton
        aria-label="Zoom in"
        title="Zoom in"
        onClick={() => onLook({ ...look, zoom: zoomed(look, 1) })}
      >
        <IconZoomIn {...ICON} />
      </IconButton>
      <IconButton
        aria-label="Fit the width"
        title="Fit the width"
        onClick={() => onLook({ ...look, zoom: START.zoom })}
      >
        <IconArrowAutofitWidth {...ICON} />
      </IconButton>
      <IconButton
        aria-label="Rotate clockwise"
        title="Rotate clockwise"
        onClick={() => onLook({ ...look, turn: turned(look) })}
      >
        <IconRotateClockwise {...ICON} />
      </IconButton>
      <SearchInside search={search} />
    </div>
  )
}

function SearchInside({ search }: { readonly search: PagesSearch }) {
  return (
    <search className={classes.searching}>
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault()
          search.findNext()
        }}
      >
        <input
          type="search"
          aria-label="Search in this file"
          placeholder="Search in this file"
          autoComplete="off"
          value={search.typed}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
        <output className={classes.found}>{search.found}</output>
      </form>
    </search>
  )
}

type ThumbnailsProps = {
  readonly target: Target
  readonly pages: Preview['pages']
  readonly onGo: (page: number) => void
}

/** Small pictures of all pages. The browser loads those that come into sight. */
export function Thumbnails({ target, pages, onGo }: ThumbnailsProps) {
  return (
    <ol aria-label="Thumbnails" className={classes.thumbnails}>
      {pages.map(({ width, height }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <button type="button" aria-label={`Go to page ${index + 1}`} onClick={() => onGo(index + 1)}>
            <img
              src={pageImageUrl(target, index + 1, 200)}
              alt=""
              loading="lazy"
              style={{ '--ratio': height / width } as CSSProperties}
            />
            {index + 1}
          </button>
        </li>
      ))}
    </ol>
  )
}
