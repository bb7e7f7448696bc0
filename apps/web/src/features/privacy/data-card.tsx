import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { askErasure } from '@stowage/api/privacy'
import { call, useUser } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, Section, toast } from '../../ui/index.ts'
import { useAccountChanged, type Account } from '../accounts/index.ts'
import { ExportDialog } from './export-dialog.tsx'
import classes from './privacy.module.css'

/** Everything that is kept of a person, to take along; and, on one's own profile, the wish to be erased. */
export function DataCard({ account }: { readonly account: Account }) {
  const t = useTranslations('privacy')
  const [isOpen, setOpen] = useState(false)
  const isOwn = useUser()?.id === account.id
  return (
    <Section title={isOwn ? t('title') : t('otherTitle')}>
      <p className={classes.text}>{isOwn ? t('text') : t('otherText')}</p>
      <Button
        variant="light"
        leftSection={<IconDownload size={18} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('download')}
      </Button>
      {isOwn && account.role === 'client' && <Wish account={account} />}
      {isOpen && <ExportDialog accountId={account.id} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Asking to be erased, and taking that back. */
function Wish({ account }: { readonly account: Account }) {
  const t = useTranslations('privacy')
  const format = useFormat()
  const changed = useAccountChanged(account.id)
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: boolean) =>
      await call(askErasure, { params: { id: account.id }, body: { wanted } }),
    onSuccess: async (_answer, wanted) => {
      toast({ text: wanted ? t('asked') : t('takenBack') })
      await changed()
    },
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('askTitle'), text: t('askQuestion'), yes: t('ask') })) mutate(true)
  }
  const { erasureAskedAt } = account
  return (
    <div className={classes.wish}>
      <p className={classes.text}>
        {erasureAskedAt == null
          ? t('askText')
          : t('askedOn', { day: format.day(erasureAskedAt.slice(0, 10)) })}
      </p>
      {erasureAskedAt == null ? (
        <Button variant="subtle" color="red" loading={isPending} onClick={() => void ask()}>
          {t('ask')}
        </Button>
      ) : (
        <Button variant="subtle" loading={isPending} onClick={() => mutate(false)}>
          {t('takeBack')}
        </Button>
      )}
    </div>
  )
}
