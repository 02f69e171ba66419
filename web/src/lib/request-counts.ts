import { useQueryClient } from '@tanstack/react-query'

/** The key of the count of *Requests* in the bar. */
export const REQUEST_COUNTS = 'request counts'

/** Returns a function that counts again, for a screen that closes a request. */
export function useRecount(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [REQUEST_COUNTS] })
}
