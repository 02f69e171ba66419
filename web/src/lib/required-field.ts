/** Shown below a required field that was left empty. */
export const REQUIRED_FIELD = 'This field is required.'
