import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MergeSide } from '@stowage/domain/compare-maps'
import { wordsOf } from '../model/object-rows.ts'
import type { BothChanged as Both, ConflictOfMap } from './use-conflict.ts'
import classes from './maps.module.css'

/** More are chosen at once only: nobody compares hundreds one by one. */
const shownAtOnce = 60

interface BothChangedProps {
  readonly both: readonly Both[]
  readonly settle: ConflictOfMap['settle']
  readonly isSettling: boolean
}

/** What both have changed: for each object whose drawing counts. */
export function BothChanged({ both, settle, isSettling }: BothChangedProps) {
  const t = useTranslations('plan')
  const [all, setAll] = useState<MergeSide>('mine')
  const [others, setOthers] = useState<ReadonlyMap<string, MergeSide>>(new Map())
  const sideOf = (uuid: string): MergeSide => others.get(uuid) ?? all
  const takeAll = (side: MergeSide): void => {
    setAll(side)
    setOthers(new Map())
  }
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text flex={1} miw={220}>
          {t('maps.both.text', { count: both.length })}
        </Text>
        {both.length > 1 && (
          <Group gap="xs">
            <Button variant="default" size="sm" onClick={() => takeAll('mine')}>
              {t('maps.both.allMine')}
            </Button>
            <Button variant="default" size="sm" onClick={() => takeAll('theirs')}>
              {t('maps.both.allTheirs')}
            </Button>
          </Group>
        )}
      </Group>
      <Stack gap="xs" className={classes.rows}>
        {both.slice(0, shownAtOnce).map(({ uuid, mine, theirs }) => {
          const object = mine ?? theirs
          const words = object === undefined ? '' : wordsOf(object)
          const name = words !== '' || object === undefined ? words : t(`tool.${object.type}`)
          return (
            <Group key={uuid} justify="space-between" wrap="nowrap">
              <Text fw={600} truncate>
                {name}
              </Text>
              <SegmentedControl
                aria-label={t('maps.both.whose', { name })}
                value={sideOf(uuid)}
                onChange={(side) => setOthers(new Map(others).set(uuid, side))}
                data={[
                  { value: 'mine', label: t(mine === undefined ? 'maps.both.mineGone' : 'maps.both.mine') },
                  {
                    value: 'theirs',
                    label: t(theirs === undefined ? 'maps.both.theirsGone' : 'maps.both.theirs'),
                  },
                ]}
              />
            </Group>
          )
        })}
      </Stack>
      {both.length > shownAtOnce && (
        <Text size="sm" c="dimmed">
          {t('maps.both.more', { count: both.length - shownAtOnce, side: all })}
        </Text>
      )}
      <Group justify="end">
        <Button loading={isSettling} onClick={() => settle({ kind: 'sides', sideOf })}>
          {t('maps.both.save')}
        </Button>
      </Group>
    </Stack>
  )
}
