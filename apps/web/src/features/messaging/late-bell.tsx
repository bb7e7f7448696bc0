import { lazy, Suspense } from 'react'
import { useUser } from '../../client/index.ts'
import { needTexts } from '../../i18n/index.ts'

// Visitors have no messages: code and texts come for who is signed in.
const Bell = lazy(async () => {
  const [code] = await Promise.all([import('./inbox-bell.tsx'), needTexts('inbox')])
  return { default: code.InboxBell }
})

/** What the reader was told, under a bell; for visitors nothing. */
export function InboxBell() {
  const user = useUser()
  return user ? (
    <Suspense fallback={null}>
      <Bell />
    </Suspense>
  ) : null
}
