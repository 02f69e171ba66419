import type { Preview } from '@portal/contract/viewer/viewer.ts'
import { useState, type CSSProperties } from 'react'
import type { Target } from '../viewer.queries.ts'
import { PageSheet } from './page-sheet.tsx'
import { PagesToolbar, Thumbnails } from './pages-toolbar.tsx'
import classes from './pages-view.module.css'
import { usePagesSearch } from './use-pages-search.ts'
import { START, type Look } from './page-look.ts'

/** Between pages. */
const GAP_PX = 12

type Props = {
  readonly target: Target
  readonly name: string
  readonly preview: Preview
  readonly marks: readonly string[]
}

/** The pages of a document, one below the other. Pages out of sight release their pictures. */
export function PagesView({ target, name, preview, marks }: Props) {
  const { pages, pageCount } = preview
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [look, setLook] = useState<Look>(START)
  const goTo = (page: number) => {
    const sheet = box?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    // Not by scrollIntoView, which would scroll the panel too.
    if (sheet) box?.scrollTo({ top: sheet.offsetTop - GAP_PX })
  }
  const search = usePagesSearch({ target, pageCount: pages.length, goTo })
  return (
    <section
      aria-label={`Pages of ${name}`}
      className={classes.view}
      style={{ '--zoom': look.zoom } as CSSProperties}
    >
      <PagesToolbar look={look} onLook={setLook} search={search} pageCount={pages.length} />
      {look.hasThumbnails && <Thumbnails target={target} pages={pages} onGo={goTo} />}
      {/* The pages scroll, so they must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={setBox} className={classes.pages} tabIndex={0}>
        {pages.map((size, index) => (
          <PageSheet
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            target={target}
            page={index + 1}
            pageCount={pageCount}
            size={size}
            turn={look.turn}
            box={box}
            marks={[...marks, ...search.words]}
          />
        ))}
        {pageCount > pages.length && (
          <p
            className={classes.more}
          >{`The first ${pages.length} of ${pageCount} pages.${'mailId' in target ? '' : ' Open the original for the rest.'}`}</p>
        )}
      </div>
    </section>
  )
}
