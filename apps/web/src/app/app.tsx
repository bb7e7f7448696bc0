import {
  QueryClientProvider,
  useIsFetching,
  useIsMutating,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import {
  follow,
  isProofAsked,
  leave,
  onProofChange,
  onSignedOut,
  onTokenElsewhere,
  useUser,
} from '../client/index.ts'
import { LanguageOffer, ProofHost } from '../features/accounts/index.ts'
import { LanguageProvider } from '../i18n/index.ts'
import {
  ConfirmHost,
  FullScreenSpinner,
  toast,
  Toasts,
  UiProvider,
  unask,
  useErrorText,
} from '../ui/index.ts'
import { onFailure } from './failures.ts'
import { Live } from './live.tsx'
import { OtherSession } from './other-session.tsx'
import { isBehindSignIn, type AppRouter } from './router.tsx'
import type { OfferedSession } from './start-token.ts'

interface AppProps {
  readonly queryClient: QueryClient
  readonly router: AppRouter
  /** Of a link that was opened while somebody else is signed in. */
  readonly offered: OfferedSession | null
}

export function App({ queryClient, router, offered }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <Spoken>
          <SessionWatch router={router} />
          <Failures />
          <Live />
          <RouterProvider router={router} />
          <ConfirmHost />
          {offered !== null && <OtherSession offered={offered} router={router} />}
          <ProofHost />
          <Toasts />
          <Pending />
          <LanguageOffer />
        </Spoken>
      </UiProvider>
    </QueryClientProvider>
  )
}

function Spoken({ children }: { readonly children: ReactNode }) {
  const user = useUser()
  const language = user && (user.language ?? null)
  return <LanguageProvider accountLanguage={language}>{children}</LanguageProvider>
}

/** First loads of a page and writes that a person started; not what is read again behind the scenes (decision 25). */
function Pending() {
  const loads = useIsFetching({
    predicate: (query) => query.state.data === undefined && query.meta?.quiet !== true,
  })
  const writes = useIsMutating({ predicate: (mutation) => mutation.meta?.quiet !== true })
  const isAsked = useSyncExternalStore(onProofChange, isProofAsked)
  // A write that waits for a proof waits for the person.
  return <FullScreenSpinner pending={isAsked ? 0 : loads + writes} />
}

function Failures() {
  const errorText = useErrorText()
  useEffect(() => onFailure((error) => toast({ tone: 'red', text: errorText(error).text })))
  return null
}

/** A session that ended, here or in another tab, leads to the sign-in; pages that need none stay. */
function SessionWatch({ router }: Pick<AppProps, 'router'>) {
  const client = useQueryClient()
  useEffect(() => {
    const end = async (): Promise<void> => {
      const from = router.state.location.href
      unask()
      await leave(client)
      // Not to be asked about: without a session nothing that was typed can be saved here any more.
      if (isBehindSignIn(router))
        await router.navigate({ to: '/login', search: { from }, ignoreBlocker: true })
    }
    const change = async (): Promise<void> => {
      unask()
      await follow(client)
      // Whether the page is for him, or where he begins, is asked as at his first step; so is who he is, should that have failed.
      if (isBehindSignIn(router)) await router.invalidate()
    }
    // A session that ran out is mostly begun again by the same person: what was begun in it waits for him, and for nobody else.
    const stop = onSignedOut(() => void end())
    const stopListening = onTokenElsewhere((token, isSame) => {
      if (token === null) {
        sessionStorage.clear()
        void end()
      } else if (!isSame) void change()
    })
    return () => {
      stop()
      stopListening()
    }
  }, [client, router])
  return null
}
