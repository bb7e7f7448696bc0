import { useEffect, useRef, type RefObject } from 'react'

/** The header stays; banners above the page scroll away. */
const headerHeight = 64

/** Tells the element's styles how far down the page begins right now: `--book-top`. */
export function useTop(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const measure = (): void => {
      const element = ref.current
      if (element === null) return
      const header = document.querySelector('header')?.getBoundingClientRect().height ?? headerHeight
      element.style.setProperty('--book-top', `${Math.max(header, element.getBoundingClientRect().top)}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
    }
  }, [])
  return ref
}
