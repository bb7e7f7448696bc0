import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { confirm } from '../../ui/index.ts'

interface DeleteButtonProps {
  readonly label: string
  /** The question, with what is deleted by name. */
  readonly title: string
  readonly text: string
  /** Deletes it and leads away from it; why it cannot be deleted is said by the server. */
  readonly remove: () => Promise<void>
}

/** Deletes the record whose form it stands in, after a question. */
export function DeleteButton({ label, title, text, remove }: DeleteButtonProps) {
  const removing = useMutation({ mutationFn: remove })
  const ask = async (): Promise<void> => {
    if (await confirm({ title, text, yes: label, danger: true })) removing.mutate()
  }
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={18} stroke={1.75} />}
      loading={removing.isPending}
      onClick={() => void ask()}
    >
      {label}
    </Button>
  )
}
