import { getPreviewBlocks, type Block } from '@portal/contract/viewer/viewer.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../lib/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { blocksQuery, type Target } from '../viewer.queries.ts'
import { BlockElement } from './block-element.tsx'
import classes from './blocks-view.module.css'

type Props = {
  readonly target: Target
  readonly name: string
  readonly marks: readonly string[]
  /** The names of the sheets of a workbook. */
  readonly sheets: readonly string[]
  /** The fields of an e-mail's head that the screen shows elsewhere. */
  readonly without?: readonly string[] | undefined
}

const NOTHING_ELSEWHERE: readonly string[] = []

/** An office file or an e-mail as text. */
export function BlocksView({ target, name, marks, sheets, without = NOTHING_ELSEWHERE }: Props) {
  const [sheet, setSheet] = useState(1)
  return (
    <section aria-label={`Content of ${name}`} className={classes.view}>
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          options={sheets.map((label, at) => ({ value: String(at + 1), label }))}
          value={String(sheet)}
          onChange={(value) => setSheet(Number(value))}
        />
      )}
      <Parts
        key={sheet}
        target={target}
        sheet={sheet}
        name={name}
        marks={marks}
        isSheet={sheets.length > 0}
        without={without}
      />
    </section>
  )
}

type PartsProps = Omit<Props, 'sheets' | 'without'> & {
  readonly sheet: number
  readonly isSheet: boolean
  readonly without: readonly string[]
}

function Parts({ target, sheet, name, marks, isSheet, without }: PartsProps) {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    blocksQuery(target, sheet),
  )
  if (error) {
    return <LoadFailed text={failureText(error, getPreviewBlocks.fallback)} onRetry={() => void refetch()} />
  }
  if (!data) return <Loading>Loading the content...</Loading>
  const all = data.pages.flatMap((part) => part.blocks)
  const blocks = isSheet ? joined(all) : all.map((block) => shortHead(block, without))
  if (blocks.length === 0)
    return <EmptyState>{isSheet ? 'This sheet is empty.' : 'This file has no text.'}</EmptyState>
  return (
    <>
      {/* The content scrolls, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.blocks} tabIndex={0}>
        {blocks.map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <BlockElement key={at} block={block} name={name} marks={marks} isSheet={isSheet} />
        ))}
        {hasNextPage && (
          <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
            {isFetching ? 'Loading...' : isSheet ? 'Show more rows' : 'Show more'}
          </Button>
        )}
      </div>
    </>
  )
}

/** A block without these fields. */
function shortHead(block: Block, without: readonly string[]): Block {
  if (block.kind !== 'fields' || without.length === 0) return block
  return { ...block, rows: block.rows.filter(([name]) => !without.includes(name?.text ?? '')) }
}

/** The parts of a sheet are one table. */
function joined(blocks: readonly Block[]): readonly Block[] {
  const [first] = blocks
  if (!first) return []
  const rows = blocks.flatMap((block) => block.rows)
  return rows.length === 0 ? [] : [{ ...first, rows }]
}
