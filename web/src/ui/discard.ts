/** The answers to the question before unsaved input is lost. */
export const DISCARD = { yes: 'Discard changes', no: 'Keep editing' } as const
