import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './app/query-client.ts'
import { createPortalRouter } from './app/router.tsx'
import { watchSession } from './app/session-watch.ts'
import { refuseStrayDrops } from './app/stray-drops.ts'
import { configQuery } from './lib/config.ts'

refuseStrayDrops()
void queryClient.prefetchQuery(configQuery)
const router = createPortalRouter()
watchSession((path, options) => router.navigate(path, options))

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no place for the portal.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
