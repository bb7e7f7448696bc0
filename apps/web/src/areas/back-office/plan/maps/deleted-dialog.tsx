import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../../i18n/index.ts'
import { useMapSession } from './session.ts'
import type { MapDeeds } from './use-map-deeds.ts'
import { Modal } from '../../../../ui/dialog.tsx'

/** Deleted maps, the last deleted first, each to be taken back; one whose name was given again waits until it is free. */
export function DeletedDialog({
  deeds,
  onClose,
}: {
  readonly deeds: MapDeeds
  readonly onClose: () => void
}) {
  const t = useTranslations('plan.maps')
  const format = useFormat()
  const { stock, maps, deleted } = useMapSession()
  return (
    <Modal opened onClose={onClose} title={t('deleted.title')} size="lg">
      {deleted.length === 0 ? (
        <Text c="dimmed">{t('deleted.none')}</Text>
      ) : (
        <Stack gap="sm">
          {deleted.map((map) => {
            const isTaken = maps.some(({ mapId }) => mapId === map.mapId)
            return (
              <Group key={map.id} justify="space-between" wrap="nowrap">
                <div>
                  <Text fw={600}>{map.mapId}</Text>
                  <Text size="sm" c="dimmed">
                    {isTaken
                      ? t('deleted.taken')
                      : t('deleted.when', {
                          when: format.shortInstant(map.deleted ?? map.updated, stock.timeZone),
                          count: map.objectCount,
                        })}
                  </Text>
                </div>
                <Button
                  variant="default"
                  disabled={isTaken || deeds.isBusy}
                  onClick={() => void deeds.takeBack(map).then(onClose, () => undefined)}
                >
                  {t('deleted.back')}
                </Button>
              </Group>
            )
          })}
        </Stack>
      )}
    </Modal>
  )
}
