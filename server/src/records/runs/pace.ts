/** Seconds between two batches after which the run has waited. */
export const WAIT_SECONDS = 30
