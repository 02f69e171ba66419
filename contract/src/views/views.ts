import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { filtersText } from '../files/list-filters.ts'
import { done, id, moment, pathId, queryNumber, typedText } from '../fields.ts'
import { OTHER_COUNTY, UNKNOWN_COUNTY } from '../lookups/lookups.ts'
import { NAME_NOT_PLAIN } from '../plain-name.ts'

// Saved views: filters of the documents list under a name.

/** Views of one person, of one county, and of the firm. */
export const MAX_VIEWS = 50
export const MAX_VIEW_NAME_CHARACTERS = 60
/** One call lists at most so many views. */
export const MAX_LISTED_VIEWS = 500
/** One call counts at most so many views, the first ones of the person. */
export const MAX_COUNTED_VIEWS = 100

/** Who sees a view: its owner, the people of a county, or staff and administrators of the firm. */
export const AUDIENCES = ['me', 'county', 'firm'] as const
export type Audience = (typeof AUDIENCES)[number]

export const VIEW_NAME_INVALID = defineError({
  code: 'view.name_invalid',
  status: 400,
  sentence: `A view needs a name of at most ${MAX_VIEW_NAME_CHARACTERS} characters.`,
})
export const VIEW_COUNTY_MISSING = defineError({
  code: 'view.county_missing',
  status: 400,
  sentence: 'Choose the county that sees the view.',
})
export const VIEW_OF_OTHER_COUNTY = defineError({
  code: 'view.other_county',
  status: 400,
  sentence: 'A view for a county can filter by this county only.',
})
export const VIEW_CHANGE_FORBIDDEN = defineError({
  code: 'view.change_not_allowed',
  status: 403,
  sentence: 'You can use this view, but not change it.',
})
export const VIEW_SHARE_FORBIDDEN = defineError({
  code: 'view.share_not_allowed',
  status: 403,
  sentence: 'County managers share views with their counties, and administrators also with the firm.',
})
export const VIEW_NOT_FOUND = defineError({
  code: 'view.not_found',
  status: 404,
  sentence: 'This view no longer exists, or you may not see it.',
})
export const VIEW_NAME_TAKEN = defineError({
  code: 'view.name_taken',
  status: 409,
  sentence: 'Another view already has this name.',
})
export const TOO_MANY_VIEWS = defineError({
  code: 'view.too_many',
  status: 409,
  sentence: `There are already ${MAX_VIEWS} views here. Delete one first.`,
})

const MAX_COLUMNS = 40

/** The shown columns in their order. Only the list knows the keys. `width` is in CSS pixels; null for the default. */
export const columns = z
  .array(
    z.object({
      key: z.string().regex(/^[A-Za-z][\w-]{0,39}$/),
      width: z.int().min(20).max(2000).nullable(),
    }),
  )
  .min(1)
  .max(MAX_COLUMNS)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'A column may be given once only.')
export type Columns = z.output<typeof columns>

export const savedView = z.object({
  id,
  name: z.string(),
  /** The query string of the documents list, without a question mark and without a page. */
  query: z.string(),
  audience: z.enum(AUDIENCES),
  countyId: id.nullable(),
  /** The name of the person who created it, or their address; null for a person whom the caller does not know. */
  owner: z.string().nullable(),
  isMine: z.boolean(),
  mayChange: z.boolean(),
  /**
   * The caller may not see the county of its filters. It has no query, only its owner gets its name, and it can only be
   * deleted.
   */
  isUnusable: z.boolean(),
  /** The caller's own, on this view. */
  columns: columns.nullable(),
})
export type SavedView = z.output<typeof savedView>

const name = typedText(VIEW_NAME_INVALID, VIEW_NAME_INVALID)
const viewId = id.nullable()
const params = z.object({ id: pathId('The view id') })
const ofValues = [
  VIEW_NAME_INVALID,
  NAME_NOT_PLAIN,
  VIEW_COUNTY_MISSING,
  VIEW_OF_OTHER_COUNTY,
  VIEW_SHARE_FORBIDDEN,
  OTHER_COUNTY,
  UNKNOWN_COUNTY,
  VIEW_NAME_TAKEN,
  TOO_MANY_VIEWS,
] as const

export const listViews = endpoint({
  summary: `The saved views that the caller may see, in their own order, at most ${MAX_LISTED_VIEWS}; their default view, and their columns of the list without a view.`,
  method: 'GET',
  path: '/views',
  access: 'session',
  result: z.object({
    views: z.array(savedView),
    defaultViewId: id.nullable(),
    columns: columns.nullable(),
  }),
  errors: [],
  fallback: 'Failed to load the views.',
})

export const addView = endpoint({
  summary:
    'Saves a view. `query` is the query string of the documents list without its page. A view for a county names it.',
  method: 'POST',
  path: '/views',
  access: 'session',
  body: z.object({
    name,
    query: filtersText,
    audience: z.enum(AUDIENCES),
    countyId: id.nullable().optional(),
  }),
  result: savedView,
  errors: ofValues,
  fallback: 'Failed to save the view.',
})

export const changeView = endpoint({
  summary: 'Changes the named parts of a view. Only its owner can make a shared view personal again.',
  method: 'PUT',
  path: '/views/:id',
  access: 'session',
  params,
  body: z.object({
    name: name.optional(),
    query: filtersText.optional(),
    audience: z.enum(AUDIENCES).optional(),
    countyId: id.nullable().optional(),
  }),
  result: savedView,
  errors: [...ofValues, VIEW_CHANGE_FORBIDDEN, VIEW_NOT_FOUND],
  fallback: 'Failed to save the view.',
})

export const deleteView = endpoint({
  summary: 'Deletes a view, for everyone who sees it.',
  method: 'DELETE',
  path: '/views/:id',
  access: 'session',
  params,
  result: done,
  errors: [VIEW_CHANGE_FORBIDDEN, VIEW_NOT_FOUND],
  fallback: 'Failed to delete the view.',
})

export const orderViews = endpoint({
  summary: "Sets the caller's order of views. Views that are not named come last; unknown ones are ignored.",
  method: 'PUT',
  path: '/views/order',
  access: 'session',
  body: z.object({ ids: z.array(id).max(MAX_LISTED_VIEWS) }),
  result: done,
  errors: [],
  fallback: 'Failed to save the order.',
})

export const setDefaultView = endpoint({
  summary: "Sets the caller's default view; null for the list without a view.",
  method: 'PUT',
  path: '/views/default',
  access: 'session',
  body: z.object({ id: viewId }),
  result: done,
  errors: [VIEW_NOT_FOUND],
  fallback: 'Failed to save the default view.',
})

export const setViewColumns = endpoint({
  summary:
    "Sets the caller's columns on a view, or with id null those of the list without a view. Columns null are the default ones.",
  method: 'PUT',
  path: '/views/columns',
  access: 'session',
  body: z.object({ id: viewId, columns: columns.nullable() }),
  result: done,
  errors: [VIEW_NOT_FOUND],
  fallback: 'Failed to save the columns.',
})

const viewCount = z.object({
  id,
  /** Null if counting took too long or failed. */
  documents: z.int().nullable(),
  /** False for a lower bound. */
  isExact: z.boolean(),
  /** When the oldest of them was received; null if there is none, or if the count is not exact. */
  oldestAt: moment.nullable(),
})
export type ViewCount = z.output<typeof viewCount>

export const countViews = endpoint({
  summary: `How many documents of the caller each view shows, of one county if it is named; at least exact up to 10,000. Counts the first ${MAX_COUNTED_VIEWS} views. A view that takes too long has null.`,
  method: 'GET',
  path: '/views/counts',
  access: 'session',
  query: z.object({ county: queryNumber('county') }),
  result: z.object({ counts: z.array(viewCount) }),
  errors: [OTHER_COUNTY],
  fallback: 'Failed to count the documents of the views.',
})
