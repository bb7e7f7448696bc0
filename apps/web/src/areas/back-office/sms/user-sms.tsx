import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/index.ts'
import { BannerStrip, Section } from '../../../ui/index.ts'
import { emailDay } from '../emails/emails.ts'
import { TableFoot } from '../table-foot.tsx'
import { smsQuery } from './sms.ts'
import { SmsTable } from './sms-table.tsx'

/** What went to the phone of an account, beside its mails; nothing where nothing ever did, which is the rule. */
export function UserSms({ userId }: { readonly userId: string }) {
  const t = useTranslations('sms.history')
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  const { data } = useQuery({ ...smsQuery({ userId }, page), placeholderData: keepPreviousData })
  if (data === undefined || data.total === 0) return null
  const { items, total, pageSize, unreachableSince } = data
  return (
    <Section
      title={t('title')}
      flush
      foot={<TableFoot page={page} pageSize={pageSize} total={total} onPage={setPage} />}
    >
      {unreachableSince != null && (
        <BannerStrip type="warning">
          {t('unreachable', { day: emailDay(unreachableSince, language) })}
        </BannerStrip>
      )}
      <SmsTable messages={items} />
    </Section>
  )
}
