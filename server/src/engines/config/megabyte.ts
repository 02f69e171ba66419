/** Bytes of what settings, and sentences about them, call a megabyte. */
export const MEGABYTE = 1_048_576
