import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { watchErrors, watchPictures } from './lib/errors.js'
import { startI18n } from './i18n/index.js'
import { setRouter } from './lib/navigation.js'
import { forgetWithSession, notifyInTasks, queryClient } from './lib/query.js'
import { storeReferral } from './lib/referral.js'
import { RouterProvider } from './lib/router.js'
import { createRouter } from './app/routes.js'
import { watchOtherTabs } from './lib/session.js'
import './ui/tokens.css'
import './ui/base.css'

watchErrors()
watchPictures()
watchOtherTabs()
notifyInTasks()
forgetWithSession()
storeReferral(location.search)
await startI18n()
const router = createRouter()
setRouter(router)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
