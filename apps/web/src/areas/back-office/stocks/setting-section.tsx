import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { updateStock } from '@stowage/api/stocks'
import { useFormat } from '../../../i18n/index.ts'
import {
  confirm,
  dayIn,
  FormProblem,
  Section,
  toast,
  useRecordForm,
  type Fields,
  useUnsaved,
} from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import type { Settings, StockBody } from './stock-values.ts'
import { useStockSave } from './use-stock-save.ts'
import classes from './settings.module.css'

interface SettingSectionProps<V> {
  readonly section: 'discount' | 'fees' | 'insurance' | 'vat'
  readonly stock: Settings
  readonly isReadOnly: boolean
  readonly valuesOf: (stock: Settings) => V
  readonly toBody: (values: V) => StockBody
  /** Whom a change concerns, in words. */
  readonly effect: string
  readonly children: (form: Fields<V>, isChanged: boolean) => ReactNode
}

/** A section with a button of its own, live only when something was changed (specification 2.6, picture 19). */
export function SettingSection<V extends Record<string, string>>(props: SettingSectionProps<V>) {
  const { section, stock, isReadOnly, valuesOf, toBody, effect, children } = props
  const t = useTranslations('sites')
  const { save, reread } = useStockSave(stock.id)
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<Settings, V>({
    record: stock,
    valuesOf,
    schema: updateStock.body,
    toBody: (_changes, values) => toBody(values),
    confirm: async () =>
      await confirm({
        title: t('section.title', { section: t(`nav.${section}`) }),
        text: effect,
        yes: t('section.apply'),
      }),
    save: async (body, updated) => {
      const saved = await save(body, updated)
      toast({ text: t('section.done'), ms: savedMs })
      return saved
    },
    reread,
  })
  useUnsaved(isChanged && !isBusy)
  return (
    <form onSubmit={onSubmit} noValidate>
      <Section
        id={section}
        title={t(`nav.${section}`)}
        {...(isChanged ? { tone: 'teal' as const } : {})}
        foot={
          <div className={classes.foot}>
            <span>{isChanged ? effect : <Applied stock={stock} section={section} />}</span>
            {isChanged && !isBusy && (
              <Button variant="subtle" color="gray" onClick={undo}>
                {t('section.undo')}
              </Button>
            )}
            <Button
              type="submit"
              variant={isChanged ? 'filled' : 'light'}
              disabled={!isChanged || isReadOnly}
              loading={isBusy}
              aria-busy={isBusy}
              aria-label={`${t('section.apply')}: ${t(`nav.${section}`)}`}
            >
              {t('section.apply')}
            </Button>
          </div>
        }
      >
        <div className={classes.setting}>
          <p className={classes.lead}>{t(`${section}.lead`)}</p>
          <fieldset disabled={isReadOnly} className={classes.fields}>
            {children(form, isChanged)}
            <FormProblem>{problem}</FormProblem>
          </fieldset>
        </div>
      </Section>
    </form>
  )
}

function Applied({ stock, section }: Pick<SettingSectionProps<object>, 'stock' | 'section'>) {
  const t = useTranslations('sites.section')
  const format = useFormat()
  const last = stock.applied.find((one) => one.section === section)
  if (last === undefined) return t('never')
  return t('applied', {
    day: format.longDay(dayIn(Date.parse(last.at), stock.timeZone)),
    by: last.by ?? t('system'),
  })
}
