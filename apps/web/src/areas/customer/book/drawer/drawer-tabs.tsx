import { IconLock } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Tab } from '../use-book-search.ts'
import classes from './drawer.module.css'

interface DrawerTabsProps {
  readonly tabs: readonly Tab[]
  readonly shown: Tab
  readonly isOpen: (tab: Tab) => boolean
  /** Also for a locked tab: the one who asks learns what is missing. */
  readonly onTab: (tab: Tab) => void
  readonly panelId: string
}

/** Terms, documents, payment; a lock tells what cannot be opened yet. */
export function DrawerTabs({ tabs, shown, isOpen, onTab, panelId }: DrawerTabsProps) {
  const t = useTranslations('booking.drawer')
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    event.preventDefault()
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={t('tabs')}
      className={classes.tabs}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${panelId}${tab}`}
          className={classes.tab}
          aria-selected={tab === shown}
          aria-controls={panelId}
          aria-disabled={!isOpen(tab)}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => onTab(tab)}
        >
          {t(`tab.${tab}`)}
          {!isOpen(tab) && (
            <>
              <IconLock size={15} stroke={1.75} aria-hidden="true" />
              <span className="st-spoken">{t('locked')}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
