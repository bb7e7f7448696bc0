import { useTranslations } from 'use-intl'
import { NumberField } from './number-field.tsx'
import classes from './properties.module.css'

export function PlaceSection() {
  const t = useTranslations('plan.props')
  return (
    <section className={classes.section} aria-label={t('place')}>
      <h3>{t('place')}</h3>
      <div className={classes.pair}>
        <NumberField property="x" mark="X" />
        <NumberField property="y" mark="Y" />
        <NumberField property="width" mark={t('widthMark')} />
        <NumberField property="height" mark={t('heightMark')} />
        <NumberField property="rotate" mark="∠" unit="°" />
        <NumberField property="radius" mark="◜" />
      </div>
    </section>
  )
}
