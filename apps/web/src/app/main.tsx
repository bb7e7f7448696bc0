import '../ui/foundation.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { defaultLanguage, isLanguage, type Language } from '@stowage/texts'
import { createQueryClient, ensureAnswer, speak, storedToken, userQuery } from '../client/index.ts'
import { needTexts, onTextsShown, showLanguage, storedLanguage } from '../i18n/index.ts'
import { handOnStyleNonce } from '../ui/index.ts'
import { App } from './app.tsx'
import { sayFailure } from './failures.ts'
import { createAppRouter } from './router.tsx'
import { takeTokenFromAddress } from './start-token.ts'

/** How long the first picture waits for the account's language before it comes in Russian. */
const languageWaitMs = 2000
/** How long the frame waits for its page. */
const frameWaitMs = 300

const queryClient = createQueryClient(sayFailure)

/** The language chosen in this browser, else the account's, else Russian (decision 24). */
async function firstLanguage(): Promise<Language> {
  const stored = storedLanguage()
  if (stored !== null || storedToken() === null) return stored ?? defaultLanguage
  const user = await Promise.race([
    ensureAnswer(queryClient, userQuery).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, languageWaitMs, null)),
  ])
  return isLanguage(user?.language) ? user.language : defaultLanguage
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

async function start(): Promise<void> {
  handOnStyleNonce()
  const offered = await takeTokenFromAddress(queryClient)
  // The server answers in the language that is shown.
  onTextsShown(({ language }) => speak(language))
  const language = await firstLanguage()
  speak(language)
  await showLanguage(language)
  document.documentElement.lang = language
  // Ends a task: what is left begins anew, after a finger that waits.
  await pause(0)
  const router = createAppRouter(queryClient)
  // The page's code, texts and first answers come beside the texts of the frame. A page that is there in a moment is drawn
  // with the frame and in slices; drawn after it, it would come in one go.
  const loaded = router.load().catch(() => undefined)
  await Promise.all([needTexts('shell'), Promise.race([loaded, pause(frameWaitMs)])])
  // A new page begins for the keyboard and the screen reader where it begins for the eye.
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged)
      document.getElementById('content')?.focus({ preventScroll: true })
  })
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  const page = createRoot(root)
  // In slices, between which a phone can answer a finger; all at once it would be a quarter of a second.
  startTransition(() => page.render(<App queryClient={queryClient} router={router} offered={offered} />))
}

void start()
