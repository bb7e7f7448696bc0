import { useTranslations } from 'use-intl'
import { blendModes } from '@stowage/domain/map-object'
import { commonOf } from '../model/common.ts'
import { styleOf } from '../model/properties.ts'
import { ColourField } from './colour-field.tsx'
import { NumberField } from './number-field.tsx'
import { StyleSelect } from './style-select.tsx'
import { useEdits } from './use-edits.ts'
import classes from './properties.module.css'

export function PaintSection() {
  const t = useTranslations('plan.props')
  const { shown } = useEdits()
  const hasPaint = commonOf(shown, (object) => styleOf(object, 'fill')).kind !== 'none'
  const title = hasPaint ? t('paint') : t('blendMode')
  return (
    <section className={classes.section} aria-label={title}>
      <h3>{title}</h3>
      <div className={classes.pair}>
        <ColourField property="fill" />
        <ColourField property="stroke" />
        <NumberField property="strokeWidth" mark={t('strokeMark')} />
        <StyleSelect property="blendMode">
          {() =>
            blendModes.map((mode) => (
              <option key={mode} value={mode}>
                {t(`blend.${mode}`)}
              </option>
            ))
          }
        </StyleSelect>
      </div>
    </section>
  )
}
