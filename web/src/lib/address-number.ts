const WHOLE_NUMBER = /^[1-9]\d{0,8}$/u

/** Parses a positive whole number; undefined for any other text. */
export function numberIn(text: string): number | undefined {
  return WHOLE_NUMBER.test(text) ? Number(text) : undefined
}

/** Reads a positive whole number from a URL parameter, which users can edit; null if missing or invalid. */
export function numberInAddress(params: URLSearchParams, name: string): number | null {
  return numberIn(params.get(name) ?? '') ?? null
}
