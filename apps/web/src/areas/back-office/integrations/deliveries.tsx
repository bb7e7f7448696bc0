import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { getWebhookDelivery, listWebhookDeliveries, replayWebhookDelivery } from '@stowage/api/webhooks'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { ErrorState, SkeletonRows, toast } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { savedMs } from '../saved-ms.ts'
import { TableFoot } from '../table-foot.tsx'
import { useReadAnew } from '../use-read-anew.ts'
import { zone, type Delivery, type Hook } from './integrations.ts'
import { DeliveryState } from './webhook-state.tsx'
import type { WebhookSearch } from './webhooks-page.tsx'
import classes from './integrations.module.css'

interface DeliveriesProps {
  readonly webhook: Hook
  readonly search: WebhookSearch
  readonly onShow: (search: WebhookSearch) => void
}

/** While one is on its way, its end is looked for. */
const lookAgainMs = 2500
const states = ['waiting', 'delivered', 'dead'] as const

/** What was sent to a webhook and what came of it; one of them, or all by state and page. */
export function Deliveries({ webhook, search, onShow }: DeliveriesProps) {
  const t = useTranslations('integrations.deliveries')
  const { delivery, ...list } = search
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {delivery === undefined ? (
        <DeliveryList webhook={webhook} search={search} onShow={onShow} />
      ) : (
        <OneDelivery webhook={webhook} id={delivery} onBack={() => onShow(list)} />
      )}
    </section>
  )
}

function DeliveryList({ webhook, search, onShow }: DeliveriesProps) {
  const t = useTranslations('integrations.deliveries')
  const format = useFormat()
  const state = states.find((one) => one === search.state)
  const page = pageIn(search.page)
  const query = useQuery({
    ...queryOf(listWebhookDeliveries, {
      params: { id: webhook.id },
      query: { page: String(page), ...(state === undefined ? {} : { state }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((one) => one.state === 'waiting' && one.attempts < 2) === true ? lookAgainMs : false,
    meta: { quiet: true },
  })
  const go = (wanted: WebhookSearch): void => onShow({ webhook: webhook.id, ...wanted })
  const { data, error, refetch } = query
  return (
    <>
      <SegmentedControl
        aria-label={t('filter')}
        value={state ?? ''}
        onChange={(chosen) => go(chosen === '' ? {} : { state: chosen })}
        data={[
          { value: '', label: t('all') },
          ...states.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
      />
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <p className={classes.quiet}>{t(state === undefined ? 'empty' : 'noneSuch')}</p>
      ) : (
        <>
          <ul className={classes.list}>
            {data.items.map((one) => (
              <li key={one.id}>
                <div className={classes.name}>
                  <button
                    type="button"
                    className={classes.link}
                    onClick={() => go({ ...(state ? { state } : {}), page: String(page), delivery: one.id })}
                  >
                    {one.event}
                  </button>
                  <span className={classes.quiet}>
                    {format.instant(one.created, zone)}. <Came delivery={one} />
                  </span>
                </div>
                <DeliveryState state={one.state} />
              </li>
            ))}
          </ul>
          <div className={classes.foot}>
            <TableFoot
              page={page}
              pageSize={data.pageSize}
              total={data.total}
              onPage={(to) => go({ ...(state ? { state } : {}), page: String(to) })}
            />
          </div>
        </>
      )}
    </>
  )
}

/** What came of it so far. */
function Came({ delivery: { attempts, status, fault, next, state } }: { readonly delivery: Delivery }) {
  const t = useTranslations('integrations.deliveries')
  const format = useFormat()
  if (attempts === 0) return t('notYet')
  return [
    t('attempts', { count: attempts }),
    status != null ? t('answered', { status }) : fault == null ? '' : t(`fault.${fault}`),
    state === 'waiting' && next != null ? t('next', { when: format.shortInstant(next, zone) }) : '',
  ]
    .filter((words) => words !== '')
    .join(' ')
}

interface OneDeliveryProps {
  readonly webhook: Hook
  readonly id: string
  readonly onBack: () => void
}

function OneDelivery({ webhook, id, onBack }: OneDeliveryProps) {
  const t = useTranslations('integrations.deliveries')
  const format = useFormat()
  const readAnew = useReadAnew()
  const params = { id: webhook.id, deliveryId: id }
  const { data, error, refetch } = useQuery({
    ...queryOf(getWebhookDelivery, { params }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? lookAgainMs : false),
    meta: { quiet: true },
  })
  const replay = useMutation({
    mutationFn: async () => await call(replayWebhookDelivery, { params }),
    onSuccess: () => toast({ text: t('replayed'), ms: savedMs }),
    onSettled: readAnew,
  })
  return (
    <>
      <div className={classes.deeds}>
        <Button variant="default" leftSection={<IconArrowLeft size={18} stroke={1.75} />} onClick={onBack}>
          {t('back')}
        </Button>
        {data !== undefined && data.state !== 'waiting' && (
          <Button
            leftSection={<IconRefresh size={18} stroke={1.75} />}
            disabled={!webhook.isOn}
            loading={replay.isPending}
            onClick={() => replay.mutate()}
          >
            {t('replay')}
          </Button>
        )}
      </div>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <div className={classes.row}>
            <DeliveryState state={data.state} />
            <code>{data.event}</code>
            <span className={classes.quiet}>{data.id}</span>
          </div>
          <h4>{t('sent')}</h4>
          <pre className={classes.body}>{pretty(data.body)}</pre>
          <h4>{t('tries')}</h4>
          {data.tries.length === 0 ? (
            <p className={classes.quiet}>{t('notYet')}</p>
          ) : (
            <ol className={classes.tries}>
              {data.tries.map((one) => (
                <li key={one.number}>
                  <span className={classes.row}>
                    <strong>{format.instant(one.at, zone)}</strong>
                    <span>
                      {one.status != null
                        ? t('answered', { status: one.status })
                        : t(`fault.${one.fault ?? 'connection'}`)}
                    </span>
                    <span className={classes.quiet}>
                      {t('took', { ms: format.number(one.milliseconds) })}
                    </span>
                  </span>
                  {one.answer != null && one.answer !== '' && (
                    <pre className={classes.body}>{one.answer}</pre>
                  )}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
