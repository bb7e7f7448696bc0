import { Button } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, useUser } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { Pill, Section, toast } from '../../ui/index.ts'
import { useCompany } from '../catalog/index.ts'
import { hasAgreedHere } from './agreed-here.ts'
import type { Account } from './documents.ts'
import { useKeepAccount } from './account-query.ts'
import classes from './account-form.module.css'

/** Whether the person has agreed to the operator's documents; the owner agrees here. */
export function ConsentCard({ account }: { readonly account: Account }) {
  const t = useTranslations('backoffice.consent')
  const keep = useKeepAccount()
  const { language } = useLanguage()
  const documents = useCompany()?.legalDocuments ?? []
  const isOwn = useUser()?.id === account.id
  const isOpen = !account.isAgreedWithDocs || account.newerDocsVersion != null
  const agree = useMutation({
    mutationFn: async () =>
      await call(updateUser, { params: { id: account.id }, body: { isAgreedWithDocs: true } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('done') })
    },
  })
  return (
    <Section
      title={t('title')}
      aside={
        <Pill tone={isOpen ? 'amber' : 'green'} icon={isOpen ? IconClock : IconCheck}>
          {!isOpen ? t('agreed') : hasAgreedHere(account.agreedDocsVersion) ? t('newer') : t('open')}
        </Pill>
      }
    >
      {documents.length > 0 && (
        <ul className={classes.links}>
          {documents.map(({ key, title, url }) => (
            <li key={key}>
              <a href={url} target="_blank" rel="noreferrer">
                {title[language] ?? title['en'] ?? key}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOwn && isOpen && (
        <Button variant="light" loading={agree.isPending} onClick={() => agree.mutate()}>
          {t('agree')}
        </Button>
      )}
      {!isOwn && isOpen && <p className={classes.text}>{t('waits')}</p>}
    </Section>
  )
}
