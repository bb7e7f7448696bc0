import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { setAgreements } from '@stowage/api/contracts'
import { call } from '../../client/index.ts'
import { toast } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { useKeepContract } from './use-keep-contract.ts'

/** What the tenant agreed to where debts are late: a contract signed elsewhere may have neither (decision record 320). */
export function AgreementsField({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('people.agreements')
  const keep = useKeepContract()
  const { id, lateFeeAgreed, doorClosingAgreed } = contract
  const agreed = { lateFeeAgreed, doorClosingAgreed }
  const set = useMutation({
    mutationFn: async (body: typeof agreed) =>
      await call(setAgreements, { params: { contractId: id }, body }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('saved') })
    },
  })
  return (
    <>
      <Switch
        label={t('lateFee')}
        description={t('lateFeeHint')}
        checked={lateFeeAgreed}
        disabled={set.isPending}
        onChange={() => set.mutate({ ...agreed, lateFeeAgreed: !lateFeeAgreed })}
      />
      <Switch
        label={t('door')}
        description={t('doorHint')}
        checked={doorClosingAgreed}
        disabled={set.isPending}
        onChange={() => set.mutate({ ...agreed, doorClosingAgreed: !doorClosingAgreed })}
      />
    </>
  )
}
