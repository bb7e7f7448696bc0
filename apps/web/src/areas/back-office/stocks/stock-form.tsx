import { useTranslations } from 'use-intl'
import { updateStock } from '@stowage/api/stocks'
import { confirm, FormProblem, Section, toast, useRecordForm, useUnsaved } from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { EquipmentEditor } from './equipment-editor.tsx'
import { twice } from './equipment.ts'
import { FactsFields } from './facts-fields.tsx'
import { NetworkFields } from './network-fields.tsx'
import { stockBody, stockLengths, stockValues, type Settings, type StockValues } from './stock-values.ts'
import { TermsFields } from './terms-fields.tsx'
import { useEquipmentErrors } from './use-equipment-errors.ts'
import { useStockSave } from './use-stock-save.ts'
import classes from './settings.module.css'

interface StockFormProps {
  readonly stock: Settings
  /** Not a superUser: everything is shown and nothing can be changed (specification 6). */
  readonly isReadOnly: boolean
}

/** What a stock is: place, hours, terms, network and doors, with one button; saving is asked about first. */
export function StockForm({ stock, isReadOnly }: StockFormProps) {
  const t = useTranslations('sites')
  const shell = useTranslations('shell')
  const { save, reread } = useStockSave(stock.id)
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<Settings, StockValues>({
    record: stock,
    valuesOf: stockValues,
    schema: updateStock.body,
    toBody: (changes, values) => stockBody(withPlace(changes, values)),
    across: ({ internalEquipments }) => twice(internalEquipments),
    lengths: stockLengths,
    confirm: async (values) =>
      await confirm({
        title: t('save.title', { name: stock.name }),
        text: [
          t('save.text'),
          ...(values.timeZone === stock.timeZone ? [] : [t('save.zone', { count: stock.runningContracts })]),
          ...(values.currency === stock.currency ? [] : [t('save.currency')]),
        ].join(' '),
        yes: shell('save'),
      }),
    save: async (body, updated) => {
      const saved = await save(body, updated)
      toast({ text: t('save.saved'), ms: savedMs })
      return saved
    },
    reread,
  })
  useUnsaved(isChanged && !isBusy)
  const errorAt = useEquipmentErrors(form)
  const tone = isChanged ? { tone: 'teal' as const } : {}
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset disabled={isReadOnly} className={classes.form}>
        <Section title={t('nav.facts')} id="facts" {...tone}>
          <FactsFields form={form} isFromSource={stock.isExternal && form.values.isExternal} />
        </Section>
        <Section title={t('nav.terms')} id="terms" {...tone}>
          <TermsFields form={form} />
        </Section>
        <Section title={t('nav.network')} id="network" {...tone}>
          <NetworkFields form={form} isTechnical={!isReadOnly} hasKeptPassword={stock.dbHasSecret === true} />
        </Section>
        <Section title={t('nav.equipment')} id="equipment" {...tone}>
          <EquipmentEditor
            value={form.values.internalEquipments}
            onChange={(value) => form.set('internalEquipments', value)}
            errorAt={errorAt}
          />
        </Section>
        <FormProblem>{problem}</FormProblem>
        {!isReadOnly && (
          <FormActions isBusy={isBusy} isChanged={isChanged} onUndo={undo} submit={shell('save')} />
        )}
      </fieldset>
    </form>
  )
}

/** A place has both of its figures or none: they travel together. */
function withPlace(
  changes: Partial<StockValues>,
  { latitude, longitude }: StockValues,
): Partial<StockValues> {
  const isMoved = changes.latitude !== undefined || changes.longitude !== undefined
  return isMoved ? { ...changes, latitude, longitude } : changes
}
