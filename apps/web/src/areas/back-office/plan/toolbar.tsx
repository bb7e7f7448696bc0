import { ActionIcon, Tooltip } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { toolLetters, tools } from './keyboard/tool-keys.ts'
import type { Tool } from './model/plan-store.ts'
import { toolIcons } from './tool-icons.ts'
import { usePlan, usePlanStore } from './use-plan.ts'
import classes from './plan.module.css'

const steps: Readonly<Partial<Record<string, number>>> = { ArrowUp: -1, ArrowDown: 1 }

interface ToolbarProps {
  /** Pressed by a key: there is no pointer that would draw. */
  readonly onKeyTool: (tool: Tool) => void
}

/** Choosing, moving the sheet, the seven tools that draw, and the one that draws boxes in rows. One stop of the Tab key. */
export function Toolbar({ onKeyTool }: ToolbarProps) {
  const t = useTranslations('plan')
  const store = usePlanStore()
  const chosen = usePlan(({ tool }) => tool)
  const bar = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent): void => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const step = steps[event.key]
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step === undefined
            ? null
            : (at + step + buttons.length) % buttons.length
    if (to === null) return
    event.preventDefault()
    buttons[to]?.focus()
  }
  return (
    <div
      ref={bar}
      className={classes.tools}
      role="toolbar"
      tabIndex={-1}
      aria-orientation="vertical"
      aria-label={t('tool.label')}
      onKeyDown={walk}
    >
      {tools.map((tool) => {
        const ToolIcon = toolIcons[tool]
        return (
          <Tooltip
            key={tool}
            label={t('reach.toolKey', { tool: t(`tool.${tool}`), letter: toolLetters[tool] })}
            position="right"
          >
            <ActionIcon
              size={40}
              variant={tool === chosen ? 'filled' : 'subtle'}
              color={tool === chosen ? 'teal' : 'gray'}
              aria-label={t(`tool.${tool}`)}
              aria-pressed={tool === chosen}
              aria-keyshortcuts={toolLetters[tool]}
              tabIndex={tool === chosen ? 0 : -1}
              onClick={(event) => {
                if (event.detail === 0) onKeyTool(tool)
                else store.setTool(tool)
              }}
            >
              <ToolIcon size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </div>
  )
}
