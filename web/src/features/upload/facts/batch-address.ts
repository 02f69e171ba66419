/** The query parameter of /add that selects the batch screen. */
export const BATCH = 'batch'
