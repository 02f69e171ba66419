export type SelectOption = { readonly value: string; readonly label: string }

/** The choices of a select. The first, empty one is a prompt, unless a value is always selected. */
export function optionsOf(
  list: readonly { readonly ID: number; readonly Name: string }[],
  placeholder: string | null,
): SelectOption[] {
  return [
    ...(placeholder === null ? [] : [{ value: '', label: placeholder }]),
    ...list.map(({ ID, Name }) => ({ value: String(ID), label: Name })),
  ]
}

/** The choices of a select of counties. */
export function countyOptions(
  counties: readonly { readonly CountyID: number; readonly Name: string }[],
  placeholder: string | null,
): SelectOption[] {
  return optionsOf(
    counties.map(({ CountyID, Name }) => ({ ID: CountyID, Name })),
    placeholder,
  )
}

/** The value of a select for an id that may not be set. */
export function selectValue(id: number | null | undefined): string {
  return id === null || id === undefined ? '' : String(id)
}

/** The id behind a select's value; null for the empty choice. */
export function selectedId(value: string): number | null {
  return value === '' ? null : Number(value)
}
