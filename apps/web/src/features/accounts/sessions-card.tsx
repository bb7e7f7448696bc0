import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { endOtherSessions, endSession, listSessions } from '@stowage/api/sessions'
import { call, keyOf, queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { AskedSection, confirm, Pill, SkeletonRows, toast } from '../../ui/index.ts'
import { useDeviceName } from './use-device-name.ts'
import classes from './security.module.css'

type SignIn = Answer<typeof listSessions>[number]

/** Where one is signed in: device, address and times; each may be ended, and all others at once. */
export function SessionsCard() {
  const t = useTranslations('security.sessions')
  const client = useQueryClient()
  const query = useQuery(queryOf(listSessions))
  const readAgain = async (): Promise<void> =>
    await client.invalidateQueries({ queryKey: keyOf(listSessions) })
  const endOthers = useMutation({
    mutationFn: async () => await call(endOtherSessions),
    onSuccess: ({ ended }) => toast({ text: t('endedAll', { count: ended }) }),
    onSettled: readAgain,
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('endTitle'), text: t('endText'), yes: t('endYes') })) endOthers.mutate()
  }
  return (
    <AskedSection id="sessions" title={t('title')} query={query} skeleton={<SkeletonRows rows={3} />}>
      {(sessions) => (
        <>
          <ul className={classes.list}>
            {sessions.map((one) => (
              <OneSession key={one.id} session={one} onEnded={readAgain} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div className={classes.actions}>
              <Button variant="default" loading={endOthers.isPending} onClick={() => void ask()}>
                {t('endOthers')}
              </Button>
            </div>
          )}
        </>
      )}
    </AskedSection>
  )
}

interface OneSessionProps {
  readonly session: SignIn
  readonly onEnded: () => Promise<void>
}

function OneSession({ session, onEnded }: OneSessionProps) {
  const t = useTranslations('security.sessions')
  const format = useFormat()
  const nameOf = useDeviceName()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const device = nameOf(session)
  const end = useMutation({
    mutationFn: async () => await call(endSession, { params: { id: session.id } }),
    onSuccess: () => toast({ text: t('ended') }),
    onSettled: onEnded,
  })
  return (
    <li>
      <div>
        <span className={classes.what}>
          {device}
          {session.isThis && (
            <Pill tone="green" icon={IconCheck}>
              {t('this')}
            </Pill>
          )}
        </span>
        {session.address && (
          <span className={classes.small}>{t('address', { address: session.address })}</span>
        )}
        <span className={classes.small}>
          {t('seen', {
            last: format.instant(session.lastSeen, zone),
            first: format.instant(session.firstSeen, zone),
          })}
        </span>
      </div>
      {!session.isThis && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('endNamed', { device })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('end')}
        </Button>
      )}
    </li>
  )
}
