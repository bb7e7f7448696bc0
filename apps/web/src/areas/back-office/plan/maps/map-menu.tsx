import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconCloudDownload,
  IconDots,
  IconFileExport,
  IconFileImport,
  IconHistory,
  IconPencil,
  IconPhotoScan,
  IconPrinter,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { MapDialog } from './map-dialogs.tsx'
import { useMapSession } from './session.ts'
import type { MapDeeds } from './use-map-deeds.ts'
import { useSvgFiles } from './use-svg-files.ts'
import classes from './maps.module.css'

/** What can be done with the map that is seen, and with the maps of the stock. */
export function MapMenu({
  deeds,
  onOpen,
}: {
  readonly deeds: MapDeeds
  readonly onOpen: (dialog: MapDialog) => void
}) {
  const t = useTranslations('plan.maps')
  const { stock, maps, record, deleted } = useMapSession()
  const files = useSvgFiles()
  const input = useRef<HTMLInputElement>(null)
  const at = maps.findIndex(({ id }) => id === record?.id)
  const icon = { size: 18, stroke: 1.75 }
  return (
    <>
      {stock.isExternal && (
        <Button
          variant="default"
          leftSection={<IconCloudDownload {...icon} />}
          onClick={() => onOpen('external')}
        >
          {t('external.button')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept=".svg,image/svg+xml"
        className={classes.file}
        aria-label={t('svg.import')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) void files.read(file)
        }}
      />
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size={36} variant="subtle" color="gray" aria-label={t('menu')} title={t('menu')}>
            <IconDots size={20} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={record === null}
            leftSection={<IconPencil {...icon} />}
            onClick={() => onOpen('rename')}
          >
            {t('rename')}
          </Menu.Item>
          <Menu.Item
            disabled={record === null || at <= 0}
            leftSection={<IconArrowLeft {...icon} />}
            onClick={() => record !== null && deeds.shift(record.mapId, -1)}
          >
            {t('left')}
          </Menu.Item>
          <Menu.Item
            disabled={record === null || at === maps.length - 1}
            leftSection={<IconArrowRight {...icon} />}
            onClick={() => record !== null && deeds.shift(record.mapId, 1)}
          >
            {t('right')}
          </Menu.Item>
          <Menu.Item
            disabled={record === null}
            color="red"
            leftSection={<IconTrash {...icon} />}
            onClick={() => record !== null && void deeds.remove(record).catch(() => undefined)}
          >
            {t('delete.yes')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => onOpen('versions')}>
            {t('versions.open')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhotoScan {...icon} />} onClick={() => onOpen('scan')}>
            {t('scan.title')}
          </Menu.Item>
          {record !== null && (
            <Menu.Item
              leftSection={<IconPrinter {...icon} />}
              renderRoot={(props) => (
                <Link
                  to="/boxes"
                  search={{ stockId: stock.id, view: 'plan', map: record.mapId }}
                  {...props}
                />
              )}
            >
              {t('look')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={files.write}>
            {t('svg.export')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileImport {...icon} />} onClick={() => input.current?.click()}>
            {t('svg.import')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            disabled={deleted.length === 0}
            leftSection={<IconRestore {...icon} />}
            onClick={() => onOpen('deleted')}
          >
            {t('deleted.open', { count: deleted.length })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
