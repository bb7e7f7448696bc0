import { Checkbox, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldRow, FieldStack, type Fields } from '../../../ui/index.ts'
import { KeepingFields } from './keeping-fields.tsx'
import type { StockValues } from './stock-values.ts'
import classes from './settings.module.css'

/** How long one rents here, and what is paid besides the rent. */
export function TermsFields({ form }: { readonly form: Fields<StockValues> }) {
  const t = useTranslations('sites.facts')
  const months = <span className={classes.unit}>{t('months')}</span>
  return (
    <FieldStack>
      <FieldRow>
        <TextInput
          label={t('maxContractDuration')}
          required
          inputMode="numeric"
          maxLength={3}
          rightSection={months}
          {...form.text('maxContractDuration')}
        />
        <TextInput
          label={t('deposit')}
          description={t('depositHint')}
          inputMode="numeric"
          rightSection={months}
          {...form.text('depositMonths')}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('riseNotice')}
          description={t('riseNoticeHint')}
          required
          inputMode="numeric"
          maxLength={3}
          rightSection={<span className={classes.unit}>{t('days')}</span>}
          {...form.text('riseNoticeDays')}
        />
        <TextInput
          label={t('riseCap')}
          description={t('riseCapHint')}
          required
          inputMode="decimal"
          maxLength={6}
          rightSection={<span className={classes.unit}>%</span>}
          {...form.text('riseCapPercent')}
        />
      </FieldRow>
      <Checkbox label={t('refund')} {...form.tick('refundUnusedTime')} />
      <KeepingFields form={form} />
    </FieldStack>
  )
}
