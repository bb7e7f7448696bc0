import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { switchProcessor, testProcessor } from '@stowage/api/processors'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { isReady, zone, type Processor } from './processor.ts'
import classes from './processors.module.css'
import { ProofDialog } from '../../../features/accounts/index.ts'

/** The test of a processor, and the switch that asks for it. */
export function TestPanel({ processor }: { readonly processor: Processor }) {
  const t = useTranslations('processors')
  const readAnew = useReadAnew()
  const params = { id: processor.id }
  const name = processor.label
  const [isAsked, setAsked] = useState(false)
  const testing = useMutation({
    mutationFn: async () => await call(testProcessor, { params }),
    onSettled: readAnew,
  })
  const pausing = useMutation({
    mutationFn: async () => await call(switchProcessor, { params, body: { isLive: false } }),
    onSuccess: () => toast({ text: t('live.isOff', { name }), ms: savedMs }),
    onSettled: readAnew,
  })
  const pause = async (): Promise<void> => {
    const text = t('live.offText', { count: processor.stocks.length })
    if (await confirm({ title: t('live.offTitle', { name }), text, yes: t('live.off') })) pausing.mutate()
  }
  const isLiveable = isReady(processor)
  return (
    <section className={classes.panel} aria-label={t('test.title')}>
      <h3>{t('test.title')}</h3>
      <p className={classes.quiet}>{t('test.lead')}</p>
      <TestResult processor={processor} />
      <div className={classes.deeds}>
        <Button
          variant={isLiveable ? 'default' : 'filled'}
          leftSection={<IconPlugConnected size={18} stroke={1.75} />}
          loading={testing.isPending}
          onClick={() => testing.mutate()}
        >
          {t('test.run')}
        </Button>
        {processor.isLive ? (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={18} stroke={1.75} />}
            loading={pausing.isPending}
            onClick={() => void pause()}
          >
            {t('live.off')}
          </Button>
        ) : (
          <Button disabled={!isLiveable} onClick={() => setAsked(true)}>
            {t('live.on')}
          </Button>
        )}
      </div>
      {!processor.isLive && !isLiveable && <p className={classes.quiet}>{t('live.needsTest')}</p>}
      {isAsked && (
        <ProofDialog
          title={t('live.onTitle', { name })}
          text={`${t(processor.isTest === true ? 'live.onTest' : 'live.onText')} ${t('live.prove')}`}
          yes={t('live.on')}
          onProof={async (proof) => {
            await call(switchProcessor, { params, body: { isLive: true, ...proof } })
            setAsked(false)
            toast({ text: t('live.isOn', { name }), ms: savedMs })
            await readAnew()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}

/** What came of the last test, in our words and in the processor's. */
function TestResult({ processor: { test } }: { readonly processor: Processor }) {
  const t = useTranslations('processors.test')
  const format = useFormat()
  if (test == null) return null
  const when = format.shortInstant(test.at, zone)
  const Icon = test.isPassed ? IconCircleCheck : IconAlertTriangle
  return (
    <div
      className={classes.result}
      data-tone={!test.isPassed ? 'red' : test.isCurrent ? 'green' : 'amber'}
      role="status"
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{test.isPassed ? t('passed', { when }) : t('failed', { when })}</p>
        {test.account != null && (
          <p>
            {t('account', { name: test.account })}
            {test.accountId != null && test.accountId !== test.account && ` (${test.accountId})`}
          </p>
        )}
        {test.fault != null && <p>{t(`fault.${test.fault}`)}</p>}
        {test.reason != null && (
          <p className={classes.words}>
            {t(test.fault === 'away' ? 'technical' : 'said', { reason: test.reason })}
          </p>
        )}
        {test.warnings.length > 0 && (
          <>
            <p>{t('warnings')}:</p>
            <ul lang="en">
              {test.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </>
        )}
        {!test.isCurrent && <p>{t('stale')}</p>}
      </div>
    </div>
  )
}
