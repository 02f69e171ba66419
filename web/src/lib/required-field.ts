/** Below a field that was left empty and must not be. */
export const REQUIRED_FIELD = 'This field is required.'
