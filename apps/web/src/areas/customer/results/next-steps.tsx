import { IconId, IconKey, IconMail } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Section } from '../../../ui/index.ts'
import type { PaidContract } from './paid-box.tsx'
import classes from './results.module.css'

/** What to do next, the urgent first: documents where they are missing, the day of access, the mail. */
export function NextSteps({ contract }: { readonly contract: PaidContract | undefined }) {
  const t = useTranslations('results.paid')
  const format = useFormat()
  const user = useUser()
  const needsDocuments = user != null && user.missingDocuments.length > 0
  return (
    <Section title={t('next')}>
      <ol className={classes.next}>
        {needsDocuments && (
          <Step icon={IconId} isNow title={t('documents')}>
            {t('documentsText')}
          </Step>
        )}
        {contract !== undefined && (
          <Step icon={IconKey} title={t('access', { day: format.shortDay(contract.startDate) })}>
            {contract.stock?.address}
          </Step>
        )}
        <Step icon={IconMail} title={t('checkMail')}>
          {t('checkMailText')}
        </Step>
      </ol>
    </Section>
  )
}

interface StepProps {
  readonly icon: ComponentType<{ size: number; stroke: number }>
  readonly title: string
  readonly isNow?: boolean
  readonly children: ReactNode
}

function Step({ icon: Icon, title, isNow = false, children }: StepProps) {
  return (
    <li>
      <span className={classes.step} data-now={isNow || undefined} aria-hidden="true">
        <Icon size={14} stroke={2} />
      </span>
      <span>
        <strong>{title}</strong>
        <span>{children}</span>
      </span>
    </li>
  )
}
