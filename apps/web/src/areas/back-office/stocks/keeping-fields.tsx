import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldRow, FieldStack, type Fields } from '../../../ui/index.ts'
import type { StockValues } from './stock-values.ts'
import classes from './settings.module.css'

/** For how long files of identity documents are kept (docs/decisions/0230). */
export function KeepingFields({ form }: { readonly form: Fields<StockValues> }) {
  const t = useTranslations('sites.facts')
  const figure = {
    inputMode: 'numeric',
    maxLength: 4,
    rightSection: <span className={classes.unit}>{t('days')}</span>,
  } as const
  return (
    <fieldset className={classes.group}>
      <legend>{t('keeping.title')}</legend>
      <FieldStack>
        <p className={classes.note}>{t('keeping.text')}</p>
        <TextInput
          label={t('keeping.verified')}
          description={t('keeping.verifiedHint')}
          {...figure}
          {...form.text('kycDaysVerified')}
        />
        <FieldRow>
          <TextInput label={t('keeping.rejected')} required {...figure} {...form.text('kycDaysRejected')} />
          <TextInput label={t('keeping.left')} required {...figure} {...form.text('kycDaysLeft')} />
        </FieldRow>
      </FieldStack>
    </fieldset>
  )
}
