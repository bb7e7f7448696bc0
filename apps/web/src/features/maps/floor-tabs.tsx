import { useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import classes from './floor-tabs.module.css'

interface FloorTabsProps {
  readonly names: readonly string[]
  readonly shown: string | undefined
  readonly onFloor: (name: string) => void
  /** Beside the tabs where the room is scarce. */
  readonly aside?: string
}

/** One tab per floor (map name), in the plan's head; arrow keys go from one to the next. */
export function FloorTabs({ names, shown, onFloor, aside }: FloorTabsProps) {
  const t = useTranslations('maps')
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next =
      step === 0 ? undefined : names[(names.indexOf(shown ?? '') + step + names.length) % names.length]
    if (next === undefined) return
    event.preventDefault()
    onFloor(next)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[names.indexOf(next)]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={t('floors')}
        className={classes.tabs}
        onKeyDown={onKeyDown}
      >
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={name === shown}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => onFloor(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {aside !== undefined && <span className={classes.aside}>{aside}</span>}
    </>
  )
}
