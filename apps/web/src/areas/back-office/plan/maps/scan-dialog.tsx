import { Button, Drawer, Group, NumberInput, Slider, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { deleteMapBackground, setMapBackground } from '@stowage/api/maps'
import { editorCanvas } from '@stowage/domain/map-object'
import { call } from '../../../../client/index.ts'
import { confirm, mostBytes, readBase64 } from '../../../../ui/index.ts'
import { useMapSession } from './session.ts'
import type { ScanPlace, ScanView } from './use-scan.ts'
import { readMapsAgain } from './use-save-map.ts'
import classes from './maps.module.css'

const kinds: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

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
  const { stock, record, mapId } = useMapSession()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const background = record?.background ?? null
  const [place, setPlace] = useState<ScanPlace | null>(null)
  const shown = place ?? background
  const params = { stockId: stock.id, mapId: record?.mapId ?? mapId }
  const change = (part: Partial<ScanPlace>): void => {
    if (shown === null) return
    const { x, y, width, height, opacity } = { ...shown, ...part }
    const next = { x, y, width, height, opacity }
    setPlace(next)
    view.setDraft(next)
  }
  const saving = useMutation({
    mutationFn: async (body: Parameters<typeof send>[0]) => await send(body),
    onSuccess: () => {
      setPlace(null)
      view.setDraft(null)
    },
  })
  const send = async (body: ScanPlace & { scan?: { type: string; base64: string } }): Promise<void> => {
    if (record === null && !(await onFirstSave())) return
    await call(setMapBackground, { params, body })
    await readMapsAgain(client, stock.id)
  }
  const removing = useMutation({
    mutationFn: async () => {
      await call(deleteMapBackground, { params })
      await readMapsAgain(client, stock.id)
      setPlace(null)
      view.setDraft(null)
    },
  })
  const pick = async (file: File | undefined): Promise<void> => {
    if (input.current !== null) input.current.value = ''
    if (file === undefined) return
    if (!kinds.includes(file.type)) return setProblem(t('scan.wrongKind'))
    if (file.size > mostBytes) return setProblem(t('scan.tooLarge'))
    try {
      const picture = await createImageBitmap(file)
      const ratio = Math.min(editorCanvas.width / picture.width, editorCanvas.height / picture.height)
      const [width, height] = [picture.width * ratio, picture.height * ratio].map(Math.round) as [
        number,
        number,
      ]
      picture.close()
      setProblem(null)
      saving.mutate({
        x: Math.round((editorCanvas.width - width) / 2),
        y: Math.round((editorCanvas.height - height) / 2),
        width: Math.max(1, width),
        height: Math.max(1, height),
        opacity: background?.opacity ?? 0.5,
        scan: { type: file.type, base64: await readBase64(file) },
      })
    } catch {
      setProblem(t('scan.unreadable'))
    }
  }
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
            {problem}
          </Text>
        )}
        <input
          ref={input}
          type="file"
          accept={kinds.join(',')}
          className={classes.file}
          aria-label={t('scan.choose')}
          onChange={(event) => void pick(event.currentTarget.files?.[0])}
        />
        <Button variant="default" loading={saving.isPending} onClick={() => input.current?.click()}>
          {t(background === null ? 'scan.choose' : 'scan.replace')}
        </Button>
        {shown !== null && (
          <>
            <Place place={shown} onChange={change} />
            <Switch
              label={t('scan.hide')}
              checked={view.isHidden}
              onChange={(event) => view.setHidden(event.currentTarget.checked)}
            />
            <Group justify="space-between">
              <Button
                variant="subtle"
                color="red"
                loading={removing.isPending}
                onClick={() =>
                  void confirm({
                    title: t('scan.remove'),
                    text: t('scan.removeText'),
                    yes: t('scan.remove'),
                    danger: true,
                  }).then((yes) => yes && removing.mutate())
                }
              >
                {t('scan.remove')}
              </Button>
              <Button
                disabled={place === null}
                loading={saving.isPending}
                onClick={() => place !== null && saving.mutate(place)}
              >
                {t('scan.apply')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Drawer>
  )
}

function Place({
  place,
  onChange,
}: {
  readonly place: ScanPlace
  readonly onChange: (part: Partial<ScanPlace>) => void
}) {
  const t = useTranslations('plan.maps.scan')
  const ratio = place.height / place.width
  const numbers = (name: 'x' | 'y') => (value: number | string) => {
    if (typeof value === 'number' && Math.abs(value) <= 100_000) onChange({ [name]: value })
  }
  return (
    <>
      <Group grow>
        <NumberInput label="X" value={place.x} onChange={numbers('x')} />
        <NumberInput label="Y" value={place.y} onChange={numbers('y')} />
        <NumberInput
          label={t('width')}
          value={Math.round(place.width)}
          min={1}
          max={100_000}
          onChange={(width) => {
            if (typeof width === 'number' && width >= 1 && width <= 100_000)
              onChange({ width, height: Math.min(100_000, Math.max(1, width * ratio)) })
          }}
        />
      </Group>
      <div>
        <Text size="sm" id="scan-opacity">
          {t('opacity')}
        </Text>
        <Slider
          thumbProps={{ 'aria-labelledby': 'scan-opacity' }}
          value={Math.round(place.opacity * 100)}
          min={0}
          max={100}
          label={(value) => `${value} %`}
          onChange={(value) => onChange({ opacity: value / 100 })}
        />
      </div>
    </>
  )
}
