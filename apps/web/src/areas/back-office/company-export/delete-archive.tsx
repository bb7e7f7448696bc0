import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { deleteCompanyExport } from '@stowage/api/company-exports'
import { call } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { isUnderWay, type CompanyExport } from './company-export.ts'

/** Deletes a finished one, or stops one that is being made. */
export function DeleteArchive({ one }: { readonly one: CompanyExport }) {
  const t = useTranslations('takeout')
  const readAnew = useReadAnew()
  const isMaking = isUnderWay(one)
  const deleting = useMutation({
    mutationFn: async () => await call(deleteCompanyExport, { params: { id: one.id } }),
    onSuccess: () => toast({ text: isMaking ? t('givenUp') : t('deleted') }),
    onSettled: readAnew,
  })
  const ask = async (): Promise<void> => {
    const words = isMaking
      ? { title: t('giveUpTitle'), text: t('giveUpText'), yes: t('giveUp') }
      : { title: t('deleteTitle'), text: t('deleteText'), yes: t('delete') }
    if (await confirm({ ...words, danger: true })) deleting.mutate()
  }
  return (
    <Button variant="light" color="red" loading={deleting.isPending} onClick={() => void ask()}>
      {isMaking ? t('giveUp') : t('delete')}
    </Button>
  )
}
