import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../../features/support/index.ts'
import { PageHeader, Section } from '../../../ui/index.ts'
import { Contacts } from './contacts.tsx'
import { MessageForm } from './message-form.tsx'
import classes from './support.module.css'

/** /support: a message, a call-back, and where we are (specification 2.13). */
export default function SupportPage(): ReactNode {
  const t = useTranslations('support.page')
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className={classes.page}>
        <Section title={t('write')}>
          <MessageForm />
        </Section>
        <div className={classes.side}>
          <Section title={t('call')}>
            <CallForm />
          </Section>
          <Contacts />
        </div>
      </div>
    </>
  )
}
