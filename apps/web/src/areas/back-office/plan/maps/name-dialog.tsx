import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { firstCharacters } from '@stowage/domain/characters'
import { useErrorText } from '../../../../ui/index.ts'
import { Modal } from '../../../../ui/dialog.tsx'
import { useMapSession } from './session.ts'

interface NameDialogProps {
  readonly title: string
  readonly action: string
  readonly start: string
  /** The map's own name may stay. */
  readonly own?: string
  readonly onName: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the name of a map; a name that another one has is refused before it is sent. */
export function NameDialog({ title, action, start, own, onName, onClose }: NameDialogProps) {
  const t = useTranslations('plan.maps')
  const errorText = useErrorText()
  const { maps } = useMapSession()
  const [name, setName] = useState(start)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const given = name.trim()
  const isTaken = given !== own && maps.some(({ mapId }) => mapId === given)
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (given === '' || isTaken || isBusy) return
    setBusy(true)
    try {
      await onName(given)
      onClose()
    } catch (error) {
      setFailure(errorText(error).text)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void send(event)}>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            value={name}
            data-autofocus
            // As files are renamed: what is typed takes the place of the name.
            onFocus={(event) => event.currentTarget.select()}
            error={isTaken ? t('taken') : failure}
            onChange={(event) => {
              setName(firstCharacters(event.currentTarget.value, 60))
              setFailure(null)
            }}
          />
          <Group justify="end">
            <Button variant="subtle" color="gray" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={given === '' || isTaken}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
