import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listUsers } from '@stowage/api/accounts'
import { markInternal } from '@stowage/api/contracts'
import { call, queryOf } from '../../client/index.ts'
import { Section, toast } from '../../ui/index.ts'
import { CloseButton } from './close-button.tsx'
import type { Contract } from './contract.ts'
import { LeavingField } from './leaving-field.tsx'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './manage-contract.module.css'

/** What a superUser does with a contract on its page: the leaving date, closing, whose internal contract it is (decision 8). */
export default function ManageContract({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('people')
  return (
    <Section title={t('manage.title')}>
      <div className={classes.stack}>
        {contract.mayPlanLeaving && <LeavingField contract={contract} label={t('contracts.leavingLabel')} />}
        <CloseButton contract={contract} isLong />
        <InternalSelect contract={contract} />
      </div>
    </Section>
  )
}

function InternalSelect({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('people.internal')
  const keep = useKeepContract()
  const { data } = useQuery(queryOf(listUsers, { query: { role: 'staff', sort: 'name' } }))
  const staff = data?.items ?? []
  const marked = contract.internalUserId ?? ''
  const isListed = marked === '' || staff.some(({ id }) => id === marked)
  const mark = useMutation({
    mutationFn: async (userId: string) =>
      await call(markInternal, {
        params: { contractId: contract.id },
        body: { internalUserId: userId === '' ? null : userId },
      }),
    onSuccess: (changed, userId) => {
      keep(changed)
      const name = staff.find(({ id }) => id === userId)?.displayName
      toast({ text: name === undefined ? t('lifted') : t('marked', { name }) })
    },
  })
  return (
    <NativeSelect
      className={classes.wide}
      label={t('label')}
      description={t('hint')}
      disabled={mark.isPending || data === undefined}
      data={[
        { value: '', label: t('none') },
        ...staff.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ...(isListed ? [] : [{ value: marked, label: '…' }]),
      ]}
      value={marked}
      onChange={(event) => mark.mutate(event.currentTarget.value)}
    />
  )
}
