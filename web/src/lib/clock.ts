/** The current time; all browser code reads the clock here. */
export function now(): Date {
  return new Date()
}
