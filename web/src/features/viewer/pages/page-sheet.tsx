import { PAGE_WIDTHS, type PageWidth, type Preview } from '@portal/contract/viewer/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { pageImageUrl, pageTextsQuery, type Target } from '../viewer.queries.ts'
import type { Look } from './page-look.ts'
import classes from './pages-view.module.css'
import { TextLayer } from './text-layer.tsx'

type Props = {
  readonly target: Target
  /** From 1. */
  readonly page: number
  readonly pageCount: number
  readonly size: Preview['pages'][number]
  readonly turn: Look['turn']
  /** The element that scrolls. */
  readonly box: HTMLElement | null
  readonly marks: readonly string[]
}

/** One page: its picture with the text above it. */
export function PageSheet({ target, page, pageCount, size, turn, box, marks }: Props) {
  const sheet = useRef<HTMLElement>(null)
  const near = useNearness(sheet, box)
  const isUpright = turn % 180 === 0
  const ratio = size.height / size.width
  const style = {
    '--ratio': isUpright ? ratio : 1 / ratio,
    '--page-ratio': ratio,
    '--page-width': `${isUpright ? 100 : 100 / ratio}%`,
    '--turn': `${turn}deg`,
  } as CSSProperties
  return (
    <article
      ref={sheet}
      className={classes.sheet}
      aria-label={`Page ${page} of ${pageCount}`}
      data-page={page}
      style={style}
    >
      {near > 0 && (
        <div className={classes.turned}>
          <PageContent target={target} page={page} size={size} shownWidth={near} marks={marks} />
        </div>
      )}
    </article>
  )
}

type ContentProps = Omit<Props, 'pageCount' | 'box' | 'turn'> & { readonly shownWidth: number }

function PageContent({ target, page, size, shownWidth, marks }: ContentProps) {
  const { data } = useQuery(pageTextsQuery(target, page))
  return (
    <>
      <Picture src={pageImageUrl(target, page, widthFor(shownWidth * devicePixelRatio))} />
      {data?.[0] && <TextLayer text={data[0]} ratio={size.height / size.width} marks={marks} />}
    </>
  )
}

function Picture({ src }: { readonly src: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  if (failed === src) {
    return (
      <div className={classes.failed} role="alert">
        This page could not be shown.{' '}
        <Button
          look="quiet"
          onClick={() => {
            setTries(tries + 1)
            setFailed(null)
          }}
        >
          Try again
        </Button>
      </div>
    )
  }
  return (
    <img
      key={tries}
      src={src}
      alt=""
      className={classes.picture}
      draggable={false}
      onError={() => setFailed(src)}
    />
  )
}

/** The smallest width that is not blurred at this many pixels of the screen. */
function widthFor(pixels: number): PageWidth {
  return PAGE_WIDTHS.find((width) => width >= pixels * 0.9) ?? PAGE_WIDTHS[PAGE_WIDTHS.length - 1] ?? 2400
}

/** Pages within this distance of the visible ones are drawn. */
const NEAR = '100% 0px'

/** The width of an element in pixels while it is near the visible part of its box; 0 while it is far from it. */
function useNearness(element: RefObject<HTMLElement | null>, box: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current || !box) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (last) setWidth(last.isIntersecting ? last.boundingClientRect.width : 0)
      },
      { root: box, rootMargin: NEAR },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, box])
  return width
}
