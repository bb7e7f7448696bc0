import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface HeadButtonProps {
  /** What it does; shown as a tip too. */
  readonly label: string
  readonly icon: Icon
  readonly isOff?: boolean
  readonly onClick: () => void
}

/** A button of the editor's head that is a sign alone. */
export function HeadButton({ label, icon: Sign, isOff = false, onClick }: HeadButtonProps) {
  return (
    <ActionIcon
      size={36}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Sign size={20} stroke={1.75} />
    </ActionIcon>
  )
}
