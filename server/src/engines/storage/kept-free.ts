/**
 * Bytes left free for everything else on the disk, the database above all: it stops where it cannot write, and does not
 * start again. As much as its log may grow between two checkpoints; an upload or an import can wait.
 */
export const KEPT_FREE_BYTES = 268_435_456
