import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { PlanMover } from '../../../../features/maps/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { ErrorState, SkeletonRows } from '../../../../ui/index.ts'
import { useBoxesOfPlan } from './boxes-context.tsx'
import { Findings } from './findings.tsx'
import { MissingBoxes } from './missing-boxes.tsx'
import { useGoTo, usePlaceBox } from './use-place-box.ts'
import classes from './boxes.module.css'

/** Beside the sheet: which boxes are not on a plan yet, and what wants a look before saving. */
export function BoxesPanel({ mover }: { readonly mover: PlanMover | null }) {
  const t = useTranslations('plan.boxes')
  const format = useFormat()
  const { boxes, error, retry, check } = useBoxesOfPlan()
  const place = usePlaceBox(mover)
  const goTo = useGoTo(mover)
  const id = useId()
  return (
    <aside className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.head}>
        {t('title')}
        {boxes !== undefined && (
          <span className={classes.count}>
            {t('placed', { placed: format.number(check.bound.size), total: format.number(boxes.length) })}
          </span>
        )}
      </h2>
      {boxes === undefined ? (
        error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <ErrorState error={error} onRetry={retry} />
        )
      ) : boxes.length === 0 ? (
        <p className={classes.hint}>{t('noBoxes')}</p>
      ) : (
        <>
          <MissingBoxes mover={mover} onPlace={place} />
          <h3 className={classes.part}>{t('check.title')}</h3>
          <Findings findings={check.findings} onGo={goTo} />
        </>
      )}
    </aside>
  )
}
