import type { PageText, PlacedWord } from '@portal/contract/viewer/viewer.ts'
import { useMemo, type CSSProperties } from 'react'
import { markerOf } from '../marks.ts'
import classes from './pages-view.module.css'

type Props = {
  readonly text: PageText
  /** Height of the page divided by its width. */
  readonly ratio: number
  readonly marks: readonly string[]
}

/** The text of a page, transparent above its picture: to select, to find and to be read aloud. */
export function TextLayer({ text, ratio, marks }: Props) {
  const lines = useMemo(() => linesOf(text), [text])
  const isMarked = useMemo(() => markerOf(marks), [marks])
  return (
    <div className={classes.text}>
      {lines.map((line) => (
        <div key={line[0]?.word.at} className={classes.line}>
          {line.map((placed) => (
            <Word key={placed.word.at} placed={placed} ratio={ratio} isHit={isMarked(placed.text)} />
          ))}
        </div>
      ))}
    </div>
  )
}

type WordProps = { readonly placed: LineWord; readonly ratio: number; readonly isHit: boolean }

function Word({ placed: { text, word }, ratio, isHit }: WordProps) {
  const [left = 0, top = 0, width = 0, height = 0] = word.box
  const size = height * ratio
  const style = {
    left: `${left / 10}%`,
    top: `${top / 10}%`,
    // Thousandths of the page's width.
    '--size': size,
    '--stretch': stretchOf(text, { width, size }),
  } as CSSProperties
  const Element = isHit ? 'mark' : 'span'
  return (
    <Element className={classes.word} style={style}>
      {`${text} `}
    </Element>
  )
}

/** How much wider the word is in the document than in the font of the layer. */
function stretchOf(text: string, { width, size }: { readonly width: number; readonly size: number }): number {
  const drawn = measureWord(text) * size
  return drawn > 0 && width > 0 ? width / drawn : 1
}

const FONT_PX = 100

let context: CanvasRenderingContext2D | null = null

/** The width of a word in the font of the text layer, in heights of that font. */
function measureWord(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return 0
  context.font = `${FONT_PX}px sans-serif`
  return context.measureText(text).width / FONT_PX
}

type LineWord = { readonly text: string; readonly word: PlacedWord }

/** Words of a page, line by line: a word that is not beside the one before it begins a line. */
function linesOf({ text, words }: Pick<PageText, 'text' | 'words'>): readonly (readonly LineWord[])[] {
  const lines: LineWord[][] = []
  let before: PlacedWord | null = null
  for (const word of words) {
    const placed = { text: text.slice(word.at, word.at + word.length), word }
    if (before !== null && isBeside(before, word)) lines.at(-1)?.push(placed)
    else lines.push([placed])
    before = word
  }
  return lines
}

function isBeside(before: PlacedWord, { box }: PlacedWord): boolean {
  const [left = 0, top = 0, , height = 0] = box
  const [leftBefore = 0, topBefore = 0, , heightBefore = 0] = before.box
  const middle = top + height / 2
  return left > leftBefore && middle > topBefore && middle < topBefore + heightBefore
}
