/** Bytes of a megabyte in settings and in the sentences about them. */
export const MEGABYTE = 1_048_576
