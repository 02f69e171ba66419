import { IconChevronDown, IconFilter } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './list-screen.module.css'
import type { AddressCodec } from './address-codec.ts'

/** The labels of the fields that an address may set. */
export type Labels<State> = { readonly [Name in keyof State]?: string }

type Props<State> = {
  readonly screen: {
    readonly codec: AddressCodec<State>
    readonly state: State
    readonly ignored: readonly string[]
  }
  /** The label of each field, to name the filters that the list ignores. */
  readonly labels: Labels<State>
  /** The main field. If it is set, the other fields collapse behind a button on phones. */
  readonly search?: ReactNode
  /** The parameter of the main field. */
  readonly searchName?: keyof State & string
  /** Whether the toolbar has only one or two choices, which do not fill the line. */
  readonly isCompact?: boolean
  readonly children: ReactNode
}

/** The filter fields of a list. */
export function ListToolbar<State>({
  screen,
  labels,
  search,
  searchName,
  isCompact = false,
  children,
}: Props<State>) {
  const [isOpen, setIsOpen] = useState(false)
  const { codec, state, ignored } = screen
  const chosen = codec.filters(state).filter((name) => name !== searchName).length
  return (
    <>
      <search
        className={classes.toolbar}
        data-compact={isCompact || undefined}
        data-open={isOpen || undefined}
      >
        {search}
        {search && (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconFilter aria-hidden size={17} />
            {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
            <IconChevronDown aria-hidden size={16} className={classes.chevron} />
          </button>
        )}
        {search ? <div className={classes.others}>{children}</div> : children}
      </search>
      {ignored.length > 0 && (
        <output className={classes.ignored}>
          This address has filters that cannot be used:{' '}
          {ignored.map((name) => labels[name as keyof State] ?? name).join(', ')}. The list ignores them.
        </output>
      )}
    </>
  )
}
