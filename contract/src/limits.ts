/** Limits and constants of the specification, section 9. */
export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 200
/** 50 MB, in bytes: the default maximum file size. `GET /config` returns the limit in force. */
export const MAX_UPLOAD_BYTES = 52_428_800
/** Maximum recycle bin rows in the list, and in one bulk deletion. */
export const MAX_RECYCLE_BIN_ROWS = 1000
export const MAX_FILES_PER_BATCH = 2000
export const ACCEPTED_EXTENSIONS = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'tif',
  'tiff',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'eml',
] as const
export type Extension = (typeof ACCEPTED_EXTENSIONS)[number]

export const DESCRIPTION_MAX_WORDS = 100
/** Code points, after trimming. */
export const DESCRIPTION_MAX_CHARACTERS = 1000
export const DESCRIPTION_WORDS_IN_TABLE = 5

export const MIN_PASSWORD_CHARACTERS = 8
export const MAX_PASSWORD_CHARACTERS = 128
export const MAX_NAME_CHARACTERS = 100
/** Per person. */
export const MAX_PASSKEYS = 20

/** Maximum lines of one invitation. */
export const MAX_INVITED_AT_ONCE = 500

export const MAX_SUGGESTION_LIMIT = 1000
export const ORGANIZATION_SUGGESTIONS = 10
/** Maximum organizations that one call may request by their numbers. */
export const MAX_PARTY_NUMBERS = 50
export const ORGANIZATION_SEARCH_DEBOUNCE_MS = 300
export const AGENT_SUGGESTIONS = 50
/** An agent with more owners counts as having this many: counting all would slow suggestions down. */
export const MAX_COUNTED_OWNERS = 1000
export const AGENT_SEARCH_DEBOUNCE_MS = 400
export const OWNER_SEARCH_DEBOUNCE_MS = 300

export const WELCOME_SPLASH_MS = 5000
/** How long the screen stays before it redirects to the sign-in screen. */
export const REGISTRATION_COMPLETE_SHOWN_MS = 10_000
export const RESET_DONE_SHOWN_MS = 3500
export const CONFIRMED_SHOWN_MS = 4000
export const DELETE_NOTICE_MS = 3000
export const CONFETTI_DURATION_MS = 3000
export const CONFETTI_PIECES = 320
export const SAVE_LOCK_RELEASE_MS = 1000

/** Pixels of width. */
export const DESKTOP_NAVIGATION_MIN_WIDTH_PX = 768

export const APPRAISAL_YEARS_OFFERED = 9

/** The largest id or number: PostgreSQL's largest integer. */
export const MAX_ID = 2_147_483_647
