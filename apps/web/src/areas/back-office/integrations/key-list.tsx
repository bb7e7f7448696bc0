import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck, IconClockOff, IconUserOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { revokeApiKey } from '@stowage/api/api-keys'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, Pill, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { zone, type Key } from './integrations.ts'
import { useScopeWords } from './use-scope-words.ts'
import classes from './integrations.module.css'

const looks = {
  live: { tone: 'green', icon: IconCircleCheck },
  idle: { tone: 'amber', icon: IconUserOff },
  expired: { tone: 'gray', icon: IconClockOff },
  revoked: { tone: 'gray', icon: IconBan },
} as const

/** Keys with what each may do, by whose rights, and when it was last used. */
export function KeyList({ keys }: { readonly keys: readonly Key[] }) {
  const t = useTranslations('integrations.keys')
  const format = useFormat()
  const scopeWords = useScopeWords()
  const day = (instant: string): string => format.instant(instant, zone)
  return (
    <ul className={classes.list}>
      {keys.map((key) => (
        <li key={key.id}>
          <div className={classes.name}>
            <strong>{key.name}</strong>
            <span>
              <code>{key.prefix}…</code>
            </span>
            <span className={classes.quiet}>
              {key.stock == null ? '' : `${t('onlyStock', { name: key.stock.name })}. `}
              {scopeWords(key.scopes)}
            </span>
            <span className={classes.quiet}>
              {t('made', { name: key.maker.name, when: day(key.created) })}
              {key.expires == null ? '' : ` ${t('until', { when: day(key.expires) })}`}{' '}
              {key.lastUsed == null
                ? t('unused')
                : t('used', { when: day(key.lastUsed), address: key.lastUsedFrom ?? '–' })}
            </span>
          </div>
          <span className={classes.pills}>
            <Pill {...looks[key.state]}>{t(`state.${key.state}`)}</Pill>
          </span>
          {(key.state === 'live' || key.state === 'idle') && <Revoke apiKey={key} />}
        </li>
      ))}
    </ul>
  )
}

function Revoke({ apiKey: { id, name } }: { readonly apiKey: Key }) {
  const t = useTranslations('integrations.keys.revoke')
  const readAnew = useReadAnew()
  const revoking = useMutation({
    mutationFn: async () => await call(revokeApiKey, { params: { id } }),
    onSuccess: () => toast({ text: t('done', { name }), ms: savedMs }),
    onSettled: readAnew,
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('title', { name }), text: t('text'), yes: t('label'), danger: true }))
      revoking.mutate()
  }
  return (
    <Button
      variant="light"
      color="red"
      aria-label={t('named', { name })}
      loading={revoking.isPending}
      onClick={() => void ask()}
    >
      {t('label')}
    </Button>
  )
}
