import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

interface Choice {
  readonly accessor: string
  readonly title: string
}

const nameOf = (table: string): string => `columns.${table}`

/** Hidden columns of a table as this device keeps them; what it does not know or cannot read is as at first. */
function storedHidden(table: string, hiddenAtFirst: readonly string[]): ReadonlySet<string> {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(nameOf(table)) ?? 'null')
    return new Set(Array.isArray(known) ? known.filter((entry) => typeof entry === 'string') : hiddenAtFirst)
  } catch {
    return new Set(hiddenAtFirst)
  }
}

/**
 * Which columns of a table are shown. The choice belongs to the desk, not to the person: it stays on this device.
 * @param choices the columns that may be hidden; others always show
 * @param hiddenAtFirst those of them that are hidden until somebody asks for them
 */
export function useColumns(
  table: string,
  choices: readonly Choice[],
  hiddenAtFirst: readonly string[] = [],
): { readonly isHidden: (accessor: string) => boolean; readonly picker: ReactNode } {
  const t = useTranslations('people.list')
  const [hidden, setHidden] = useState(() => storedHidden(table, hiddenAtFirst))
  const toggle = (accessor: string): void => {
    const next = new Set(hidden)
    if (!next.delete(accessor)) next.add(accessor)
    setHidden(next)
    try {
      localStorage.setItem(nameOf(table), JSON.stringify([...next]))
    } catch {
      // Without room it holds until the page is left.
    }
  }
  const picker = (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={10} role="group" aria-label={t('columns')}>
          {choices.map(({ accessor, title }) => (
            <Checkbox
              key={accessor}
              label={title}
              checked={!hidden.has(accessor)}
              onChange={() => toggle(accessor)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
  return { isHidden: (accessor) => hidden.has(accessor), picker }
}
