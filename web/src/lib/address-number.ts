const WHOLE_NUMBER = /^[1-9]\d{0,8}$/u

/** A whole number in an address that anybody may have typed; null where there is none. */
export function numberInAddress(params: URLSearchParams, name: string): number | null {
  const text = params.get(name) ?? ''
  return WHOLE_NUMBER.test(text) ? Number(text) : null
}
