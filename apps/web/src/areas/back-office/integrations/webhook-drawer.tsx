import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeWebhook, rotateWebhookSecret, testWebhook } from '@stowage/api/webhooks'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, FieldStack, toast } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/dialog.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { Deliveries } from './deliveries.tsx'
import { zone, type Hook } from './integrations.ts'
import { ShownOnce } from './shown-once.tsx'
import { EditWebhook, NewWebhook } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'
import type { WebhookSearch } from './webhooks-page.tsx'
import classes from './integrations.module.css'

interface WebhookDrawerProps {
  readonly search: WebhookSearch
  readonly webhook: Hook | undefined
  readonly onShow: (search: WebhookSearch) => void
  /** Leaves without a question; with an id that one is shown. */
  readonly onDone: (id?: string) => void
}

/** One webhook beside the list: how it fares, what was sent, its settings and its secret. */
export function WebhookDrawer({ search, webhook, onShow, onDone }: WebhookDrawerProps) {
  const t = useTranslations('integrations.webhooks')
  const isNew = search.webhook === 'new'
  return (
    <Drawer
      opened={isNew || webhook !== undefined}
      onClose={() => onShow({})}
      size={720}
      title={webhook === undefined ? t('newTitle') : webhook.name}
    >
      {isNew && <NewWebhook onDone={onDone} />}
      {webhook !== undefined && (
        <FieldStack key={webhook.id}>
          <WebhookState webhook={webhook} />
          <Deeds webhook={webhook} />
          <Deliveries webhook={webhook} search={search} onShow={onShow} />
          <Secret webhook={webhook} />
          <section className={classes.panel} aria-label={t('settings')}>
            <h3>{t('settings')}</h3>
            <EditWebhook webhook={webhook} onGone={() => onDone()} />
          </section>
        </FieldStack>
      )}
    </Drawer>
  )
}

function Deeds({ webhook: { id, name, isOn } }: { readonly webhook: Hook }) {
  const t = useTranslations('integrations.webhooks')
  const readAnew = useReadAnew()
  const testing = useMutation({
    mutationFn: async () => await call(testWebhook, { params: { id } }),
    onSuccess: () => toast({ text: t('test.sent'), ms: savedMs }),
    onSettled: readAnew,
  })
  const switching = useMutation({
    mutationFn: async () => await call(changeWebhook, { params: { id }, body: { isOn: !isOn } }),
    onSuccess: () => toast({ text: t(isOn ? 'isOff' : 'isOn', { name }), ms: savedMs }),
    onSettled: readAnew,
  })
  return (
    <div className={classes.deeds}>
      <Button
        leftSection={<IconSend size={18} stroke={1.75} />}
        disabled={!isOn}
        loading={testing.isPending}
        onClick={() => testing.mutate()}
      >
        {t('test.run')}
      </Button>
      <Button
        variant="default"
        leftSection={isOn ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
        loading={switching.isPending}
        onClick={() => switching.mutate()}
      >
        {t(isOn ? 'switchOff' : 'switchOn')}
      </Button>
    </div>
  )
}

/** The new one is shown once; for a day the former one signs as well. */
function Secret({ webhook: { id, name, formerSecretUntil } }: { readonly webhook: Hook }) {
  const t = useTranslations('integrations.webhooks.secret')
  const format = useFormat()
  const readAnew = useReadAnew()
  const [made, setMade] = useState<{ readonly secret: string | null }>()
  const rotating = useMutation({
    mutationFn: async () => await call(rotateWebhookSecret, { params: { id } }),
    onSuccess: setMade,
    onSettled: readAnew,
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('title', { name }), text: t('text'), yes: t('rotate') })) rotating.mutate()
  }
  return (
    <section className={classes.panel} aria-label={t('label')}>
      <h3>{t('label')}</h3>
      {made === undefined ? (
        <>
          <p className={classes.quiet}>
            {formerSecretUntil == null
              ? t('lead')
              : t('both', { when: format.shortInstant(formerSecretUntil, zone) })}
          </p>
          <div className={classes.deeds}>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} />}
              loading={rotating.isPending}
              onClick={() => void ask()}
            >
              {t('rotate')}
            </Button>
          </div>
        </>
      ) : (
        <ShownOnce label={t('made')} secret={made.secret} onDone={() => setMade(undefined)} />
      )}
    </section>
  )
}
