import { Button, NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { StripeMethodAction, StripeMethodView } from '@stowage/api/simulated-stripe'
import { useDeed } from './console-client.ts'
import classes from './payments.module.css'

interface Props {
  readonly method: StripeMethodView
  /** What a bank may say. */
  readonly codes: readonly string[]
}

/** A saved method: what its bank will say to the next charge, and its end. */
export function StripeMethod({ method, codes }: Props) {
  const t = useTranslations('simulators.stripe')
  const deed = useDeed(t('failed'))
  const { id, type, account, behaviour, mandateId, customer } = method
  const act = (body: StripeMethodAction): void =>
    deed.mutate({ path: `/stripe/methods/${id}`, body, said: t(`done.${body.action}`) })
  const known = behaviour === null || codes.includes(behaviour) ? codes : [behaviour, ...codes]
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <strong>{`${t(`types.${type}`)} ${account}`}</strong>
        <span className={classes.meta}>{customer}</span>
      </div>
      <div className={classes.deeds}>
        {type !== 'sepa_debit' && (
          <NativeSelect
            size="xs"
            aria-label={t('bankSays')}
            data={[
              { value: '', label: t('bankSaysYes') },
              ...known.map((value) => ({ value, label: value })),
            ]}
            value={behaviour ?? ''}
            disabled={deed.isPending}
            onChange={({ currentTarget: { value } }) =>
              act({ action: 'change', behaviour: value === '' ? null : value })
            }
          />
        )}
        {mandateId !== null && (
          <Button
            size="xs"
            variant="default"
            disabled={deed.isPending}
            onClick={() => act({ action: 'endMandate' })}
          >
            {t('endMandate')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          disabled={deed.isPending}
          onClick={() => act({ action: 'detach' })}
        >
          {t('detach')}
        </Button>
      </div>
    </li>
  )
}
