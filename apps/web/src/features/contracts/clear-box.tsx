import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { clearBox } from '@stowage/api/withdrawals'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, Section, toast } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './move-out.module.css'

/** A contract that was withdrawn from: its box is held until somebody has seen that it is empty. */
export function ClearBox({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('life.clear')
  const format = useFormat()
  const keep = useKeepContract()
  const { id, stockId, unitNumber: box, withdrawn, mayClear, stock } = contract
  const clear = useMutation({
    mutationFn: async () => await call(clearBox, { params: { stockId, contractId: id } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('done', { box }) })
    },
  })
  if (!mayClear || withdrawn == null) return null
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('ask', { box }), text: t('askText'), yes: t('yes') })) clear.mutate()
  }
  return (
    <Section title={t('title')} tone="amber">
      <p className={classes.text}>
        {t('text', { box, at: format.shortInstant(withdrawn, stock?.timeZone ?? 'UTC') })}
      </p>
      <Button size="xs" variant="light" loading={clear.isPending} onClick={() => void ask()}>
        {t('yes')}
      </Button>
    </Section>
  )
}
