import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconPhoneCall } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { closeToast, onToasts, shownToasts, type Toast } from './toast-store.ts'
import classes from './toasts.module.css'

const icons = {
  green: IconCircleCheck,
  blue: IconPhoneCall,
  amber: IconAlertTriangle,
  red: IconAlertTriangle,
} as const

/** Where toasts appear: top right, calls from outside top middle. One for the whole app. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  // Beside the page, not in it: dialogs and drawers stand above all of the page, and what is said stands above them.
  return createPortal(
    <>
      {(['corner', 'top'] as const).map((place) => (
        <div key={place} className={classes.stack} data-place={place} aria-live="polite">
          {toasts
            .filter((toast) => toast.place === place)
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </>,
    document.body,
  )
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useTranslations('shell')
  const [isHeld, setHeld] = useState(false)
  const { id, ms, round, tone } = toast
  useEffect(() => {
    if (ms === 0 || isHeld) return
    const timer = setTimeout(() => closeToast(id), ms)
    return () => clearTimeout(timer)
  }, [id, ms, round, isHeld])
  const Icon = tone === 'blue' && toast.place === 'corner' ? IconInfoCircle : icons[tone]
  return (
    <div
      className={classes.toast}
      data-tone={tone}
      role={tone === 'red' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        {toast.title !== null && <strong>{toast.title}</strong>}
        <span>{toast.text}</span>
      </div>
      <CloseButton
        size={28}
        className={classes.close}
        aria-label={t('close')}
        onClick={() => closeToast(id)}
      />
    </div>
  )
}
