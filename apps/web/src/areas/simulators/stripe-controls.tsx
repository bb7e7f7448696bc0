import { Button, Input, NativeSelect } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { stripeFaults, type StripeAction, type StripeView } from '@stowage/api/simulated-stripe'
import { useDeed } from './console-client.ts'
import classes from './payments.module.css'

const steps = [1, 5, 14] as const

/** What concerns the whole account: how it tells its news, what goes wrong next, and the days of the banks. */
export function StripeControls({ mode, modes }: Pick<StripeView, 'mode' | 'modes'>) {
  const t = useTranslations('simulators.stripe')
  const deed = useDeed(t('failed'))
  const act = (body: StripeAction, said?: string): void =>
    deed.mutate({ path: '/stripe', body, ...(said === undefined ? {} : { said }) })
  return (
    <div className={classes.controls}>
      <NativeSelect
        label={t('webhooks')}
        size="xs"
        data={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        value={mode}
        onChange={(event) => {
          const chosen = modes.find((value) => value === event.currentTarget.value)
          if (chosen !== undefined) act({ action: 'deliver', mode: chosen })
        }}
      />
      <NativeSelect
        label={t('nextCall')}
        size="xs"
        data={[
          { value: '', label: t('nextCallWell') },
          ...stripeFaults.map((value) => ({ value, label: t(`faults.${value}`) })),
        ]}
        value=""
        onChange={(event) => {
          const fault = stripeFaults.find((value) => value === event.currentTarget.value)
          if (fault !== undefined) act({ action: 'fail', fault }, t('willFail'))
        }}
      />
      <Input.Wrapper label={t('bankDays')} labelElement="div" size="xs">
        <div className={classes.deeds} role="group" aria-label={t('bankDays')}>
          {steps.map((days) => (
            <Button
              key={days}
              size="xs"
              variant="default"
              disabled={deed.isPending}
              leftSection={<IconPlayerTrackNext size={16} stroke={1.75} />}
              onClick={() => act({ action: 'advance', days }, t('advanced'))}
            >
              {t('advance', { days })}
            </Button>
          ))}
        </div>
      </Input.Wrapper>
    </div>
  )
}
