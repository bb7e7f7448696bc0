import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Pill } from '../../../ui/index.ts'
import type { Refund } from './moneyback.ts'

const looks = {
  asked: { tone: 'amber', icon: IconClock },
  sent: { tone: 'amber', icon: IconClock },
  done: { tone: 'green', icon: IconCheck },
  refused: { tone: 'red', icon: IconX },
  failed: { tone: 'red', icon: IconArrowBackUp },
} as const

export function RefundPill({ status }: Pick<Refund, 'status'>) {
  const t = useTranslations('moneyback.refunds')
  return <Pill {...looks[status]}>{t(`status.${status}`)}</Pill>
}
