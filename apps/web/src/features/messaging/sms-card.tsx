import { IconCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readSmsSettings } from '@stowage/api/sms'
import { queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { BannerStrip, Pill, Section } from '../../ui/index.ts'
import classes from './sms.module.css'
import { SmsCodeForm } from './sms-code-form.tsx'
import { SmsNumberForm } from './sms-number-form.tsx'
import { SmsTopics } from './sms-topics.tsx'

/** On one's own profile: where short messages go and which ones; nothing where the company sends none. */
export function SmsCard({ phone }: { readonly phone: string }) {
  const t = useTranslations('sms.card')
  const format = useFormat()
  const [isOther, setOther] = useState(false)
  const { data } = useQuery({ ...queryOf(readSmsSettings), meta: { quiet: true } })
  if (data === undefined || !data.isOffered) return null
  const { number, isConfirmed, isCodeOut, unreachableSince } = data
  const hasNumber = number != null
  return (
    <Section
      id="sms"
      title={t('title')}
      {...(hasNumber && {
        aside: (
          <Pill tone={isConfirmed ? 'green' : 'amber'} icon={isConfirmed ? IconCheck : IconClock}>
            {isConfirmed ? t('confirmed') : t('open')}
          </Pill>
        ),
      })}
    >
      <p className={classes.text}>{t('lead')}</p>
      {unreachableSince != null && (
        <BannerStrip type="warning">
          {t('unreachable', { day: format.longDay(unreachableSince.slice(0, 10)) })}
        </BannerStrip>
      )}
      {isOther || !hasNumber || (!isConfirmed && !isCodeOut) ? (
        <SmsNumberForm
          phone={number ?? phone}
          onSent={() => setOther(false)}
          onCancel={isOther ? () => setOther(false) : undefined}
        />
      ) : isConfirmed && !isCodeOut ? (
        <SmsTopics settings={data} onOther={() => setOther(true)} />
      ) : (
        <SmsCodeForm number={number} onOther={() => setOther(true)} />
      )}
    </Section>
  )
}
