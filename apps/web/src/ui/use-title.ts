import { useEffect } from 'react'

const product = 'Stowage'

/** Names the page in the browser's tab and to screen readers. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null || title === '' ? product : `${title} · ${product}`
  }, [title])
}
