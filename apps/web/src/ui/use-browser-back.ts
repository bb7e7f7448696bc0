import { useEffect } from 'react'

/** Runs when the page is shown again as it was left: who comes back from the processor with the browser's own button. */
export function useBrowserBack(run: () => void): void {
  useEffect(() => {
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) run()
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [run])
}
