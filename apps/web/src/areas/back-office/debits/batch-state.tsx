import { IconArrowBackUp, IconCheck, IconClock, IconFileExport, IconSend, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Pill } from '../../../ui/index.ts'
import type { Batch, Debit } from './debits.ts'

const batches = {
  made: { tone: 'amber', icon: IconFileExport },
  sent: { tone: 'blue', icon: IconSend },
  settled: { tone: 'green', icon: IconCheck },
  withdrawn: { tone: 'gray', icon: IconArrowBackUp },
  refused: { tone: 'gray', icon: IconX },
} as const

export function BatchState({ state }: Pick<Batch, 'state'>) {
  const t = useTranslations('bank.debits')
  return <Pill {...batches[state]}>{t(`state.${state}`)}</Pill>
}

const debits = {
  pending: { tone: 'gray', icon: IconClock },
  paid: { tone: 'green', icon: IconCheck },
  returned: { tone: 'red', icon: IconArrowBackUp },
  gone: { tone: 'gray', icon: IconX },
} as const

export function DebitState({ state }: Pick<Debit, 'state'>) {
  const t = useTranslations('bank.debits')
  return <Pill {...debits[state]}>{t(`debit.${state}`)}</Pill>
}
