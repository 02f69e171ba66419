import { z } from 'zod'
import { filtersText } from '../files/list-filters.ts'
import { id } from '../fields.ts'

/** A selection names at most so many documents one by one; a filter may match more. */
const MAX_SELECTED_IDS = 10_000

const TOO_MANY_IDS = `Please select at most ${MAX_SELECTED_IDS.toLocaleString('en-US')} files one by one.`

/** Documents of the list: by their ids, or all that a filter of the list matches except some. */
export const selection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(MAX_SELECTED_IDS, TOO_MANY_IDS) }),
  z.strictObject({
    /** The query string of the list, without its page. */
    filter: filtersText,
    except: z.array(id).max(MAX_SELECTED_IDS, TOO_MANY_IDS).default([]),
    /** Only documents with an id up to this one; without it all. */
    upTo: id.optional(),
  }),
])
export type Selection = z.output<typeof selection>
export type SelectionInput = z.input<typeof selection>
