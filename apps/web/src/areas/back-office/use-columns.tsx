import { Button, Checkbox, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

interface Choice {
  readonly accessor: string
  readonly title: string
}

const nameOf = (table: string): string => `columns.${table}`

/** Hidden columns of a table as this device keeps them; what it cannot read counts as nothing hidden. */
function storedHidden(table: string): ReadonlySet<string> {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(nameOf(table)) ?? '[]')
    return new Set(Array.isArray(known) ? known.filter((entry) => typeof entry === 'string') : [])
  } catch {
    return new Set()
  }
}

/**
 * Which columns of a table are shown. The choice belongs to the desk, not to the person: it stays on this device.
 * @param choices the columns that may be hidden; others always show
 */
export function useColumns(
  table: string,
  choices: readonly Choice[],
): { readonly isHidden: (accessor: string) => boolean; readonly picker: ReactNode } {
  const t = useTranslations('people.list')
  const [hidden, setHidden] = useState(() => storedHidden(table))
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
    <Menu closeOnItemClick={false} position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} />}>
          {t('columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ accessor, title }) => (
          <Menu.Item
            key={accessor}
            role="menuitemcheckbox"
            aria-checked={!hidden.has(accessor)}
            onClick={() => toggle(accessor)}
            leftSection={<Checkbox.Indicator size="xs" checked={!hidden.has(accessor)} aria-hidden="true" />}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
  return { isHidden: (accessor) => hidden.has(accessor), picker }
}
