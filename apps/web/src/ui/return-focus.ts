import { useLayoutEffect, useRef } from 'react'

/** How long a control that works is waited for: it is disabled while what was confirmed is done. */
const WAIT_MS = 10_000

/** What had the focus before a dialog opened, and the places around it, nearest first. */
type Opener = readonly HTMLElement[]

/** Dialogs that are open, the newest last: the one below takes no focus while another is above it. */
const open: symbol[] = []
let latest: HTMLElement | null = null

if (typeof document !== 'undefined') {
  const note = ({ target }: Event): void => {
    const control =
      target instanceof Element ? target.closest<HTMLElement>('a,button,input,select,[tabindex]') : null
    if (control !== null) latest = control
  }
  document.addEventListener('focusin', note, true)
  // Safari gives a pressed button no focus.
  document.addEventListener('pointerdown', note, true)
}

/** An entry of a menu goes with its menu: the button that opened the menu stands for it. */
function stayingOf(control: HTMLElement): HTMLElement {
  const label = control.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (label == null ? null : document.getElementById(label)) ?? control
}

function openerNow(): Opener {
  const active = document.activeElement
  const control = active instanceof HTMLElement && active !== document.body ? active : latest
  if (control === null) return []
  const around: HTMLElement[] = []
  for (
    let one: HTMLElement | null = stayingOf(control);
    one !== null && one !== document.body;
    one = one.parentElement
  )
    around.push(one)
  return around
}

const isFree = (): boolean => document.activeElement === null || document.activeElement === document.body

function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** A row that was deleted took its button along: then the heading of the page is where one reads on. */
function stillThere([control, ...around]: Opener): HTMLElement | null {
  if (control?.isConnected === true) return control
  const place = around.find((one) => one.isConnected && one.closest('[role="dialog"],main') !== null)
  return (
    place?.closest('[role="dialog"]')?.querySelector<HTMLElement>('h2') ??
    document.querySelector<HTMLElement>('main h1')
  )
}

function giveBack(opener: Opener): void {
  const element = stillThere(opener)
  if (element === null) return
  focusOn(element)
  if (document.activeElement === element) return
  const observer = new MutationObserver(() => {
    if (element.isConnected && isFree()) focusOn(element)
    if (!element.isConnected || document.activeElement === element) observer.disconnect()
  })
  observer.observe(element, { attributes: true, attributeFilter: ['disabled'] })
  setTimeout(() => observer.disconnect(), WAIT_MS)
}

/**
 * Returns the focus to what opened a dialog, whichever way it closes: Mantine does so only for dialogs that stay in the page
 * between two openings, and most of ours come and go.
 */
export function useReturnedFocus(opened: boolean): void {
  const opener = useRef<Opener>([])
  useLayoutEffect(() => {
    if (!opened) return
    const self = Symbol('dialog')
    opener.current = openerNow()
    open.push(self)
    return () => {
      const place = open.indexOf(self)
      const isAbove = place === open.length - 1
      open.splice(place, 1)
      const before = open.length
      if (isAbove)
        setTimeout(() => {
          // The next dialog of the same work has taken the focus meanwhile, or a page has put it where it belongs.
          const active = document.activeElement
          const isInClosing = active !== null && active.closest('[role="dialog"]') !== null
          if (open.length <= before && (isFree() || isInClosing)) giveBack(opener.current)
        })
    }
  }, [opened])
}
