import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import type { Fields } from '../../../ui/index.ts'
import { AddRow, RemoveRow, rowsOf } from '../form-rows.tsx'
import type { TariffValues, TypedStep } from './tariff.ts'
import classes from './tariffs.module.css'

const fresh: TypedStep = { fromMonth: '', percent: '' }

/** From which month of the term on the rent is lower by how much. */
export function StepsEditor({ form }: { readonly form: Fields<TariffValues> }) {
  const t = useTranslations('tariffs')
  const { values, errors } = form
  const rows = rowsOf(values.steps, (steps) => form.set('steps', steps))
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('discount')}</legend>
      <p className={classes.note}>{t('stepsLead')}</p>
      {values.steps.map((step, index) => (
        <div key={index} className={classes.step}>
          <TextInput
            label={t('fromMonth')}
            required
            inputMode="numeric"
            autoComplete="off"
            value={step.fromMonth}
            error={
              errors[`steps.${index}.fromMonth`] ?? (errors['steps'] === undefined ? null : t('stepsWrong'))
            }
            onChange={(event) => rows.change(index, { fromMonth: event.currentTarget.value })}
          />
          <TextInput
            label={t('percent')}
            required
            inputMode="decimal"
            autoComplete="off"
            value={step.percent}
            error={errors[`steps.${index}.percent`] ?? null}
            onChange={(event) => rows.change(index, { percent: event.currentTarget.value })}
          />
          <RemoveRow
            name={t('removeStep', { month: step.fromMonth })}
            className={classes.remove}
            onRemove={() => rows.remove(index)}
          />
        </div>
      ))}
      <AddRow
        label={t('addStep')}
        isFull={values.steps.length >= limits.tariff.steps}
        onAdd={() => rows.add(fresh)}
      />
    </fieldset>
  )
}
