import type { HTMLInputTypeAttribute } from 'react'
import { countyOptions, type SelectOption } from '../../lib/select-options.ts'
import { useStableSearch } from '../../lib/use-stable-search.ts'
import { FormField } from '../form-field.tsx'
import { SelectField } from '../select-field.tsx'
import type { AddressCodec } from './address-codec.ts'

type Props<State> = {
  readonly screen: {
    readonly codec: AddressCodec<State>
    readonly state: State
    readonly narrow: (change: Partial<State>) => void
  }
  /** The parameter of the address. */
  readonly name: keyof State & string
  readonly label: string
}

/** The text of a parameter, and a function that applies another text to the address. */
function connected<State>({ screen, name }: Pick<Props<State>, 'screen' | 'name'>) {
  const { read, write, fallback } = screen.codec.fields[name]
  return {
    text: write(screen.state[name]),
    read,
    apply: (text: string) => {
      const value = text === '' ? undefined : read(text)
      screen.narrow({ [name]: value ?? fallback } as unknown as Partial<State>)
    },
  }
}

type TextProps<State> = Props<State> & {
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: 'numeric'
  /** Returns why the list ignores the typed text; `isRead` is whether the text is a valid value of the field. */
  readonly problemOf?: (isRead: boolean) => string | null
}

/** A text filter. The list updates once typing pauses. */
export function AddressText<State>({ type = 'search', problemOf, label, ...props }: TextProps<State>) {
  const { text, read, apply } = connected(props)
  const { typed, type: setTyped } = useStableSearch(text, (settled) => apply(settled.trim()))
  const entered = typed.trim()
  const problem = problemOf?.(entered === '' || read(entered) !== undefined)
  return (
    <FormField label={label} problem={problem} isLive={problemOf !== undefined}>
      {(control) => (
        <input
          {...control}
          type={type}
          name={props.name}
          inputMode={props.inputMode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormField>
  )
}

type ChoiceProps<State> = Props<State> & {
  readonly options: readonly SelectOption[]
  /** Loads the choices again after they failed to load. */
  readonly onReload?: (() => void) | undefined
}

/** A filter with fixed choices. */
export function AddressChoice<State>({ options, onReload, label, ...props }: ChoiceProps<State>) {
  const { text, apply } = connected(props)
  // A link may name a value that is not among the choices. Until the choices are loaded, only the first one exists.
  const isKnown = options.length < 2 || options.some(({ value }) => value === text)
  return (
    <SelectField
      label={label}
      options={isKnown ? options : [...options, { value: text, label: text }]}
      value={text}
      onChange={apply}
      onReload={onReload}
    />
  )
}

type CountyProps<State> = Pick<Props<State>, 'screen'> &
  Pick<ChoiceProps<State>, 'onReload'> & { readonly counties: Parameters<typeof countyOptions>[0] }

/**
 * The filter by county. It is also there before the counties load, so that nothing moves when they arrive. It is hidden for
 * a single county, unless a link names another.
 */
export function AddressCounty<State extends { readonly county: number | null }>({
  screen,
  counties,
  onReload,
}: CountyProps<State>) {
  if (counties.length === 1 && screen.state.county === null) return null
  return (
    <AddressChoice
      screen={screen}
      name="county"
      label="County"
      options={countyOptions(counties, 'All counties')}
      onReload={onReload}
    />
  )
}
