import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Section, toast } from '../../ui/index.ts'
import { pushState, switchPushOff, switchPushOn } from './push-browser.ts'
import classes from './inbox.module.css'

const queryKey = ['push state']

/** On one's own profile: whether this device tells what happens, with what it would say and how it is ended. */
export function PushCard() {
  const t = useTranslations('inbox.push')
  const client = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: pushState, meta: { quiet: true } })
  const turning = useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? await switchPushOn() : await switchPushOff()),
    onSuccess: (state, isOn) => {
      client.setQueryData(queryKey, state)
      if (state === 'on' || !isOn) toast({ text: t(isOn ? 'done' : 'undone') })
    },
  })
  if (data === undefined) return null
  const isOn = data === 'on'
  return (
    <Section title={t('title')}>
      <p className={classes.push}>{t('text')}</p>
      {data === 'unsupported' || data === 'denied' ? (
        <p className={classes.push} role="status">
          {t(data)}
        </p>
      ) : (
        <>
          {isOn && <p className={classes.push}>{t('isOn')}</p>}
          <Button
            variant={isOn ? 'default' : 'light'}
            loading={turning.isPending}
            onClick={() => turning.mutate(!isOn)}
          >
            {t(isOn ? 'off' : 'on')}
          </Button>
        </>
      )}
    </Section>
  )
}
