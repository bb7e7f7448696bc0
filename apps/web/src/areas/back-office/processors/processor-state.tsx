import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFlask,
  IconPlayerPause,
  IconProgress,
  IconServer,
  IconTrashOff,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Pill } from '../../../ui/index.ts'
import type { Processor } from './processor.ts'
import classes from './processors.module.css'

/** Whether it takes payments, whether they are real, and what is wrong with it. */
export function ProcessorState({ processor }: { readonly processor: Processor }) {
  const t = useTranslations('processors.state')
  const { isLive, isTest, origin, retired, wasLive, test } = processor
  const isUsed = retired == null && origin === 'database'
  return (
    <span className={classes.pills}>
      {origin === 'environment' && (
        <Pill tone="gray" icon={IconServer}>
          {t('given')}
        </Pill>
      )}
      {retired != null && (
        <Pill tone="gray" icon={IconTrashOff}>
          {t('retired')}
        </Pill>
      )}
      {isLive && (
        <Pill tone="green" icon={IconCircleCheck}>
          {t('live')}
        </Pill>
      )}
      {isUsed && !isLive && (
        <Pill tone="amber" icon={wasLive ? IconPlayerPause : IconProgress}>
          {t(wasLive ? 'paused' : 'new')}
        </Pill>
      )}
      {isUsed && test != null && !test.isPassed && (
        <Pill tone="red" icon={IconAlertTriangle}>
          {t('failing')}
        </Pill>
      )}
      {isUsed && test == null && (
        <Pill tone="gray" icon={IconFlask}>
          {t('untested')}
        </Pill>
      )}
      {isTest === true && (
        <Pill tone="blue" icon={IconFlask}>
          {t('test')}
        </Pill>
      )}
    </span>
  )
}
