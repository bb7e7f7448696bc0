import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from '../../../../ui/index.ts'
import { Drawer } from '../../../../ui/dialog.tsx'
import { ScanPlaceFields } from './scan-place-fields.tsx'
import { scanKinds, useScanDeeds } from './use-scan-deeds.ts'
import type { ScanView } from './use-scan.ts'
import classes from './maps.module.css'

/** The scan of the real plan to draw over: which picture, where it lies, how much of it shows. */
export function ScanDialog({
  view,
  onFirstSave,
  onClose,
}: {
  readonly view: ScanView
  /** The scan lies beside a map that is saved. @returns whether it is */
  readonly onFirstSave: () => Promise<boolean>
  readonly onClose: () => void
}) {
  const t = useTranslations('plan.maps')
  const input = useRef<HTMLInputElement>(null)
  const { shown, isMoved, problem, isSaving, isRemoving, move, pick, keep, remove } = useScanDeeds(
    view,
    onFirstSave,
  )
  const close = (): void => {
    view.setDraft(null)
    onClose()
  }
  return (
    // Beside the sheet and without a curtain: one sees where the picture goes.
    <Drawer
      opened
      onClose={close}
      title={t('scan.title')}
      position="right"
      size={340}
      withOverlay={false}
      lockScroll={false}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('scan.text')}</Text>
        {problem !== null && (
          <Text c="red" role="alert">
            {t(`scan.${problem}`)}
          </Text>
        )}
        <input
          ref={input}
          type="file"
          accept={scanKinds.join(',')}
          className={classes.file}
          aria-label={t('scan.choose')}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file !== undefined) void pick(file)
          }}
        />
        <Button variant="default" loading={isSaving} onClick={() => input.current?.click()}>
          {t(shown === null ? 'scan.choose' : 'scan.replace')}
        </Button>
        {shown !== null && (
          <>
            <ScanPlaceFields place={shown} onChange={move} />
            <Switch
              label={t('scan.hide')}
              checked={view.isHidden}
              onChange={(event) => view.setHidden(event.currentTarget.checked)}
            />
            <Group justify="space-between">
              <Button
                variant="subtle"
                color="red"
                loading={isRemoving}
                onClick={() =>
                  void confirm({
                    title: t('scan.remove'),
                    text: t('scan.removeText'),
                    yes: t('scan.remove'),
                    danger: true,
                  }).then((yes) => yes && remove())
                }
              >
                {t('scan.remove')}
              </Button>
              <Button disabled={!isMoved} loading={isSaving} onClick={keep}>
                {t('scan.apply')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Drawer>
  )
}
