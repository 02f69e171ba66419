import { useId, useState, type ChangeEvent, type KeyboardEvent, type MouseEvent, type Ref } from 'react'
import classes from './combobox.module.css'
import { FormField } from './form-field.tsx'

export type Suggestion = { readonly key: string; readonly label: string; readonly note: string }

type Props = {
  readonly name?: string
  readonly label: string
  readonly hint: string
  /** Texts that may replace the hint, as in a form field. */
  readonly reserved?: readonly string[]
  readonly text: string
  readonly placeholder?: string | undefined
  readonly onText: (text: string) => void
  readonly suggestions: readonly Suggestion[]
  readonly onChoose: (key: string) => void
  /** Called when the person leaves the field, or sends the form from it. */
  readonly onLeave?: () => void
  /** Why the typed text is invalid. */
  readonly problem: string | null
  readonly ref?: Ref<HTMLInputElement>
  /** Whether a dialog begins with this field. */
  readonly isFirst?: boolean
}

/**
 * A text field with suggestions below it (WAI-ARIA pattern 'editable combobox with list autocomplete'): the arrow keys
 * move through them, Enter or a touch chooses one, Escape closes only the list. The list overlays the content below
 * without moving it; a scrolling container scrolls until the end of the list is visible.
 */
export function Combobox({
  name,
  label,
  hint,
  reserved,
  text,
  placeholder,
  onText,
  onLeave,
  problem,
  ref,
  isFirst,
  ...list
}: Props) {
  const { isOpen, suggestions, inputProps, listProps, optionProps } = useSuggestionList(list)
  return (
    // Only hears what happens in the field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.combobox} onBlur={onLeave} onKeyDown={(event) => isSending(event) && onLeave?.()}>
      <FormField label={label} hint={hint} reserved={reserved} problem={problem} isLive>
        {(control) => (
          <input
            {...control}
            {...inputProps(onText)}
            ref={ref}
            name={name}
            data-autofocus={isFirst || undefined}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={text}
          />
        )}
      </FormField>
      {isOpen && (
        <div {...listProps} ref={bringIntoView} aria-label="Suggestions" className={classes.list}>
          {suggestions.map((suggestion) => (
            <div key={suggestion.key} {...optionProps(suggestion)} className={classes.option}>
              {suggestion.label} <span className={classes.note}>{suggestion.note}</span>
            </div>
          ))}
        </div>
      )}
      <p aria-live="polite" className="for-screen-readers">
        {isOpen && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </p>
    </div>
  )
}

/** Whether the key sends the surrounding form, which still has the focus in this field. */
function isSending({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey)
}

/** Scrolls to a list that opens below the edge of a dialog, or to a suggestion below the edge of its list. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

type List = Pick<Props, 'suggestions' | 'onChoose'>

/** The roles, states and handlers that the pattern requires of the text field, its list and each suggestion. */
function useSuggestionList({ suggestions, onChoose }: List) {
  const listId = useId()
  const { isOpen, active, setActive, open, close, choose, onKeyDown } = useSuggestionKeys({
    suggestions,
    onChoose,
  })
  const optionId = ({ key }: Suggestion) => `${listId}-${key}`
  return {
    isOpen,
    suggestions,
    inputProps: (onText: (text: string) => void) => ({
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen && active ? optionId(active) : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        open()
        onText(event.currentTarget.value)
      },
      onBlur: close,
      // Runs before the surrounding dialog gets the key: Escape closes the list while it is open.
      onKeyDownCapture: onKeyDown,
    }),
    listProps: { id: listId, role: 'listbox' },
    optionProps: (suggestion: Suggestion) => ({
      id: optionId(suggestion),
      role: 'option',
      'aria-selected': suggestion === active,
      ref: suggestion === active ? bringIntoView : undefined,
      onPointerMove: () => setActive(suggestion),
      // Keeps the focus in the text field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => choose(suggestion),
    }),
  }
}

/** Which suggestions are open, which one is active, and how the keys act on them. */
function useSuggestionKeys({ suggestions, onChoose }: List) {
  const [isWanted, setIsWanted] = useState(false)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const isOpen = isWanted && suggestions.length > 0
  const place = suggestions.findIndex(({ key }) => key === activeKey)
  const active = suggestions[place]
  const openWith = (key: string | null) => {
    setIsWanted(true)
    setActiveKey(key)
  }
  const close = () => {
    setIsWanted(false)
    setActiveKey(null)
  }
  const choose = ({ key }: Suggestion) => {
    close()
    onChoose(key)
  }
  const move = (step: 1 | -1) => {
    const from = place === -1 && step === -1 ? 0 : place
    openWith(suggestions.at((from + step) % suggestions.length)?.key ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && isOpen) close()
    // With Control or Command, Enter belongs to the surrounding form.
    else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    else if (isOpen && active) choose(active)
    // Plain Enter never submits the form from this field.
    event.preventDefault()
  }
  return {
    isOpen,
    active,
    setActive: ({ key }: Suggestion) => setActiveKey(key),
    open: () => openWith(null),
    close,
    choose,
    onKeyDown,
  }
}
