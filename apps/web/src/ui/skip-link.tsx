import { useTranslations } from 'use-intl'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the navigation to `#content`. Seen only while it has the focus. */
export function SkipLink() {
  const t = useTranslations('shell')
  return (
    <a href="#content" className={classes.skip}>
      {t('skip')}
    </a>
  )
}
