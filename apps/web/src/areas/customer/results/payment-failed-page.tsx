import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { StatusPage } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'
import { useDeclineSentence } from './use-decline-sentence.ts'

const route = getRouteApi('/front/payment-failed')

/** Says why, when the reason is a code we know; the raw text of the address is never shown (decision 24). */
export default function PaymentFailedPage() {
  const t = useTranslations('results.failed')
  const { errorReason } = route.useSearch()
  const reason = useDeclineSentence(errorReason)
  return (
    <StatusPage
      title={t('title')}
      art={<DoneSign mood="failed" />}
      actions={
        <Button size="lg" renderRoot={(props) => <Link to="/book" {...props} />}>
          {t('book')}
        </Button>
      }
    >
      <p>{reason ?? t('generic')}</p>
      <p>{t('safe')}</p>
    </StatusPage>
  )
}
