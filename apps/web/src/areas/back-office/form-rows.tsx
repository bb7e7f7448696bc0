import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'

/** A list inside a form: one of its rows changed, taken out, or one put at its end. */
export function rowsOf<Row>(rows: readonly Row[], onChange: (rows: Row[]) => void) {
  return {
    change: (index: number, part: Partial<Row>): void =>
      onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row))),
    remove: (index: number): void => onChange(rows.filter((_row, at) => at !== index)),
    add: (row: Row): void => onChange([...rows, row]),
  }
}

interface RemoveRowProps {
  /** With what stands in the row. */
  readonly name: string
  readonly tip?: string
  /** Where it stands beside the fields of its row. */
  readonly className: string | undefined
  readonly onRemove: () => void
}

export function RemoveRow({ name, tip = name, className, onRemove }: RemoveRowProps) {
  return (
    <ActionIcon size={36} className={className} aria-label={name} title={tip} onClick={onRemove}>
      <IconX size={18} stroke={1.75} />
    </ActionIcon>
  )
}

interface AddRowProps {
  readonly label: string
  /** As many as the call takes. */
  readonly isFull: boolean
  readonly onAdd: () => void
}

export function AddRow({ label, isFull, onAdd }: AddRowProps) {
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.75} />}
        disabled={isFull}
        onClick={onAdd}
      >
        {label}
      </Button>
    </div>
  )
}
