import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { firstCharacters } from '@stowage/domain/characters'
import { useFormat } from '../../../../i18n/index.ts'
import { BothChanged } from './both-changed.tsx'
import { freeName } from './free-name.ts'
import { useMapSession } from './session.ts'
import type { ConflictOfMap } from './use-conflict.ts'
import { Modal } from '../../../../ui/dialog.tsx'

/** Somebody else has saved the map that is drawn here: three ways on, and none loses a drawing. */
export function ConflictDialog({ of }: { readonly of: ConflictOfMap }) {
  const t = useTranslations('plan.maps')
  const reach = useTranslations('plan.reach')
  const format = useFormat()
  const { stock, maps, mapId } = useMapSession()
  const { conflict, settle, isSettling, dismiss } = of
  const [name, setName] = useState<string | null>(null)
  const copyName = (name ?? freeName(mapId, maps)).trim()
  const present = conflict?.present ?? null
  const isTaken = maps.some((map) => map.mapId === copyName)
  return (
    <Modal
      opened={conflict !== null}
      onClose={dismiss}
      title={present === null ? reach('goneTitle', { name: mapId }) : t('conflict.title', { name: mapId })}
      size="lg"
    >
      {conflict?.both ? (
        <BothChanged both={conflict.both} settle={settle} isSettling={isSettling} />
      ) : (
        <Stack gap="md">
          <Text>
            {present === null
              ? t('conflict.gone')
              : t('conflict.text', {
                  who: present.savedBy ?? t('conflict.somebody'),
                  when: format.shortInstant(present.updated, stock.timeZone),
                })}
          </Text>
          <Button
            loading={isSettling}
            onClick={() => settle({ kind: present === null ? 'again' : 'merge' })}
            data-autofocus
          >
            {present === null ? t('conflict.again') : t('conflict.merge')}
          </Button>
          <Text size="sm" c="dimmed">
            {present === null ? t('conflict.againHint') : t('conflict.mergeHint')}
          </Text>
          {present !== null && (
            <>
              <Group align="end" gap="sm">
                <TextInput
                  label={t('conflict.copyName')}
                  value={name ?? copyName}
                  flex={1}
                  error={isTaken ? t('taken') : null}
                  onChange={(event) => setName(firstCharacters(event.currentTarget.value, 60))}
                />
                <Button
                  variant="default"
                  disabled={copyName === '' || isTaken || isSettling}
                  onClick={() => settle({ kind: 'copy', name: copyName })}
                >
                  {t('conflict.copy')}
                </Button>
              </Group>
              <Button variant="subtle" disabled={isSettling} onClick={() => settle({ kind: 'theirs' })}>
                {t('conflict.theirs')}
              </Button>
            </>
          )}
        </Stack>
      )}
    </Modal>
  )
}
