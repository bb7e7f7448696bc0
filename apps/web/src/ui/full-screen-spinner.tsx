import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from './mark.tsx'
import classes from './full-screen-spinner.module.css'

const appearsAfterMs = 150
const hidesAfterMs = 700

/**
 * Covers the page lightly while something is pending: from 150 ms, so that quick answers do not flash, until 700 ms after
 * the last one (specification 2.2). It takes no clicks away: buttons lock themselves.
 */
export function FullScreenSpinner({ pending }: { readonly pending: number }) {
  const t = useTranslations('shell')
  const [isShown, setShown] = useState(false)
  const isBusy = pending > 0
  useEffect(() => {
    const timer = setTimeout(() => setShown(isBusy), isBusy ? appearsAfterMs : hidesAfterMs)
    return () => clearTimeout(timer)
  }, [isBusy])
  return (
    <div
      className={classes.cover}
      data-shown={isShown || undefined}
      role="status"
      data-testid="full-screen-spinner"
    >
      {isShown && (
        <>
          <Mark size={56} />
          <span className="st-spoken">{t('pending')}</span>
        </>
      )}
    </div>
  )
}
