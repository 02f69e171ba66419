/** The part of the address of /add that says that it is about a batch. */
export const BATCH = 'batch'
