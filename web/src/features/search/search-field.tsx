import { MAX_QUERY_CHARACTERS } from '@portal/contract/search/query.ts'
import { IconSearch } from '@tabler/icons-react'
import { useId, useRef, type MouseEvent } from 'react'
import { useSingleKeys } from '../../lib/single-keys.ts'
import classes from './search-field.module.css'
import type { SearchGroup, SearchOption } from './search-options.ts'
import { useSearchField, type SearchFieldState } from './use-search-field.ts'

/** The search of the portal: shows what matches while a person types, and leads to it or to all documents. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const field = useSearchField(() => input.current?.blur())
  const { text, isOpen, active, groups } = field
  const idOf = ({ key }: SearchOption) => `${listId}-${key}`
  useSingleKeys({ '/': () => input.current?.select() }, { yields: true })
  return (
    <search className={classes.search}>
      <form
        className={classes.box}
        onSubmit={(event) => {
          event.preventDefault()
          field.submit()
        }}
      >
        <IconSearch aria-hidden size={17} stroke={1.8} className={classes.icon} />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label="Search documents, owners, agents, and receipts"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && active ? idOf(active) : undefined}
          aria-keyshortcuts="/"
          placeholder="Search documents, owners, agents, receipts"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_QUERY_CHARACTERS}
          value={text}
          onChange={(event) => field.type(event.currentTarget.value)}
          onKeyDown={field.onKeyDown}
          onBlur={field.close}
        />
        <kbd aria-hidden className={classes.key}>
          /
        </kbd>
      </form>
      {isOpen && (
        <div {...listProps(listId)} className={classes.list}>
          {groups.map((group) => (
            <div key={group.label} {...groupProps(group)}>
              <div aria-hidden className={classes.group}>
                {group.label}
              </div>
              {group.options.map((option) => (
                <div key={option.key} role="presentation" className={classes.line}>
                  <Option option={option} id={idOf(option)} field={field} />
                  {option.beside && (
                    <Option
                      option={option.beside}
                      id={idOf(option.beside)}
                      field={field}
                      label={`Owner details of ${option.label}`}
                    />
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      <p aria-live="polite" className="for-screen-readers">
        {isOpen && `${field.count} results`}
      </p>
    </search>
  )
}

function listProps(id: string) {
  return { id, role: 'listbox', 'aria-label': 'Search results' }
}

function groupProps({ label }: SearchGroup) {
  return { role: 'group', 'aria-label': label }
}

type OptionProps = {
  readonly option: SearchOption
  readonly id: string
  readonly field: SearchFieldState
  /** For screen readers, if the label alone does not say it. */
  readonly label?: string
}

function Option({ option, id, field, label }: OptionProps) {
  return (
    <div
      {...optionProps(option, field)}
      id={id}
      aria-label={label}
      data-stacked={option.isStacked}
      className={classes.option}
    >
      <span className={classes.label}>{option.label}</span>
      {option.note !== '' && <span className={classes.note}>{option.note}</span>}
    </div>
  )
}

function optionProps(option: SearchOption, { active, activate, choose }: SearchFieldState) {
  return {
    role: 'option',
    'aria-selected': option === active,
    onPointerMove: () => activate(option),
    // Keeps the focus in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => choose(option),
  }
}
