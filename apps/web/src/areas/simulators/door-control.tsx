import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconHammer,
  IconLock,
  IconLockOpen,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { DoorRequest, DoorView } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { CrateLabel, Pill, Section } from '../../ui/index.ts'
import { useDeed } from './console-client.ts'
import { useZone } from './use-zone.ts'
import classes from './doors.module.css'

interface DoorControlProps {
  readonly siteId: string
  readonly door: DoorView
}

/** One door in the hand: open it from inside, shut it, break it, or let it misbehave. */
export function DoorControl({ siteId, door }: DoorControlProps) {
  const t = useTranslations('simulators.doors')
  const format = useFormat()
  const zone = useZone()
  const deed = useDeed(t('failed'))
  const { id, kind, name, position, state, online, since, staysOpen, jammed, pulses } = door
  const controller = id.slice(0, 4)
  const act = (action: DoorRequest['action']): void =>
    deed.mutate({ path: `/sites/${siteId}/doors/${id}`, body: { action } })
  const toggle = (isOnline: boolean): void =>
    deed.mutate({
      path: `/sites/${siteId}`,
      body: { action: 'controller', controller, state: isOnline ? 'offline' : 'online' },
    })
  const isOpen = position === 'opened'
  return (
    <Section
      title={kind === 'box' ? <CrateLabel number={name} size="sm" /> : name}
      aside={t(`kinds.${kind}`)}
      {...(isOpen ? { tone: 'teal' as const } : {})}
    >
      <div className={classes.states}>
        <Pill tone={isOpen ? 'green' : 'gray'} icon={isOpen ? IconLockOpen : IconLock}>
          {t(position)}
        </Pill>
        {!online && (
          <Pill tone="gray" icon={IconPlugConnectedX}>
            {t('noConnection')}
          </Pill>
        )}
        {jammed && (
          <Pill tone="amber" icon={IconAlertTriangle}>
            {t('jammed')}
          </Pill>
        )}
        {staysOpen && (
          <Pill tone="amber" icon={IconAlertTriangle}>
            {t('staysOpen')}
          </Pill>
        )}
      </div>
      <p className={classes.meta}>
        {t('doorMeta', { id, reported: t(`reported.${state}`), since: format.instant(since, zone), pulses })}
      </p>
      <div className={classes.deeds}>
        <Button
          fullWidth
          size="lg"
          variant={isOpen ? 'default' : 'filled'}
          leftSection={
            isOpen ? <IconLock size={20} stroke={1.75} /> : <IconLockOpen size={20} stroke={1.75} />
          }
          onClick={() => act(isOpen ? 'close' : 'open')}
        >
          {isOpen ? t('close') : t('open')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconHammer size={18} stroke={1.75} />}
          onClick={() => act('force')}
        >
          {t('force')}
        </Button>
        <Button variant="default" onClick={() => act(staysOpen ? 'closeByItself' : 'stayOpen')}>
          {staysOpen ? t('closeByItself') : t('stayOpen')}
        </Button>
        <Button variant="default" onClick={() => act(jammed ? 'unjam' : 'jam')}>
          {jammed ? t('unjam') : t('jam')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlugConnectedX size={18} stroke={1.75} />}
          onClick={() => toggle(online)}
        >
          {online ? t('unplug', { controller }) : t('plug', { controller })}
        </Button>
      </div>
    </Section>
  )
}
