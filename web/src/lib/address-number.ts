const WHOLE_NUMBER = /^[1-9]\d{0,8}$/u

/** The whole number that a text is; undefined for any other text. */
export function numberIn(text: string): number | undefined {
  return WHOLE_NUMBER.test(text) ? Number(text) : undefined
}

/** A whole number in an address that anybody may have typed; null where there is none. */
export function numberInAddress(params: URLSearchParams, name: string): number | null {
  return numberIn(params.get(name) ?? '') ?? null
}
