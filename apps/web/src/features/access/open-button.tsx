import { IconLock, IconLockOpen, IconPlugConnectedX } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './open-button.module.css'

interface OpenButtonProps {
  readonly number: string
  readonly isBusy: boolean
  readonly onPress: () => void
}

/** The largest thing on the screen (theme.md 4: 92 px on the phone). */
export function OpenButton({ number, isBusy, onPress }: OpenButtonProps) {
  const t = useTranslations('mybox.box')
  return (
    <button
      type="button"
      className={classes.open}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      aria-label={isBusy ? undefined : `${t('open')} ${number}`}
      onClick={() => !isBusy && onPress()}
    >
      <IconLockOpen size={28} stroke={1.5} aria-hidden="true" />
      {isBusy ? t('opening') : t('open')}
    </button>
  )
}

interface ShutButtonProps {
  /** When it will open, or that it cannot: never a dead button without a word. */
  readonly label: string
  readonly reason: ReactNode
  readonly isLine?: boolean
}

/** In the place of the button: why not, and when. */
export function ShutButton({ label, reason, isLine = false }: ShutButtonProps) {
  const id = useId()
  const Icon = isLine ? IconPlugConnectedX : IconLock
  return (
    <div className={classes.shutBlock}>
      <button type="button" className={classes.shut} disabled aria-describedby={id}>
        <Icon size={22} stroke={1.75} aria-hidden="true" />
        {label}
      </button>
      <div id={id} className={classes.reason}>
        {reason}
      </div>
    </div>
  )
}
