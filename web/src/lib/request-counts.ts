/** The key of the count of *Requests* in the bar. A screen that closes a request invalidates it. */
export const REQUEST_COUNTS = 'request counts'
