import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { watchErrors, watchPictures } from './errors.js'
import { startI18n } from './i18n/index.js'
import { setRouter } from './navigation.js'
import { forgetWithSession, queryClient } from './query.js'
import { keepReferral } from './refer.js'
import { RouterProvider } from './router.js'
import { createRouter } from './routes.js'
import { watchOtherTabs } from './session.js'
import './ui/tokens.css'
import './ui/base.css'

watchErrors()
watchPictures()
watchOtherTabs()
forgetWithSession()
keepReferral(location.search)
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
