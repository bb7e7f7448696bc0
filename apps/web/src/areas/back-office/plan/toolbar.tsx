import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDoorEnter, IconWall, type Icon } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { toolLetters } from './keyboard/tool-keys.ts'
import { drawingTools } from './model/new-object.ts'
import type { Tool } from './model/plan-store.ts'
import { givenFor } from './model/roles.ts'
import { toolIcons } from './tool-icons.ts'
import { usePlan, usePlanStore } from './use-plan.ts'
import classes from './plan.module.css'

/** What the tool of a gate gives: its word in the reader's language. */
export function useNewGate(): Partial<MapObject> {
  const t = useTranslations('plan.role')
  return { ...givenFor('gate'), text: t('gateWord') }
}

const steps: Readonly<Partial<Record<string, number>>> = { ArrowUp: -1, ArrowDown: 1 }

interface ToolbarProps {
  /** Pressed by a key: there is no pointer that would draw. */
  readonly onKeyTool: (tool: Tool, given?: Partial<MapObject>) => void
}

/**
 * First what a house is made of: boxes in rows, walls, the way in. Then the seven tools that draw anything else. One stop of the
 * Tab key.
 */
export function Toolbar({ onKeyTool }: ToolbarProps) {
  const t = useTranslations('plan')
  const gate = useNewGate()
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
  const plain = (tool: Tool) => (
    <ToolButton
      key={tool}
      tool={tool}
      label={t(`tool.${tool}`)}
      letter={toolLetters[tool]}
      sign={toolIcons[tool]}
      onKeyTool={onKeyTool}
    />
  )
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
      {plain('select')}
      {plain('pan')}
      <hr />
      {plain('grid')}
      <ToolButton
        tool="rectangle"
        given={givenFor('wall')}
        label={t('role.tool.wall')}
        sign={IconWall}
        onKeyTool={onKeyTool}
      />
      <ToolButton
        tool="rectangle-with-text"
        given={gate}
        label={t('role.tool.gate')}
        sign={IconDoorEnter}
        onKeyTool={onKeyTool}
      />
      <hr />
      {drawingTools.map(plain)}
    </div>
  )
}

interface ToolButtonProps extends ToolbarProps {
  readonly tool: Tool
  /** What the next object gets besides what its tool gives it. */
  readonly given?: Partial<MapObject>
  readonly label: string
  readonly letter?: string
  readonly sign: Icon
}

function ToolButton({ tool, given, label, letter, sign: Sign, onKeyTool }: ToolButtonProps) {
  const t = useTranslations('plan.reach')
  const store = usePlanStore()
  const isChosen = usePlan((state) => state.tool === tool && state.given.role === given?.role)
  return (
    <Tooltip label={letter === undefined ? label : t('toolKey', { tool: label, letter })} position="right">
      <ActionIcon
        size={40}
        variant={isChosen ? 'filled' : 'subtle'}
        color={isChosen ? 'teal' : 'gray'}
        aria-label={label}
        aria-pressed={isChosen}
        aria-keyshortcuts={letter}
        tabIndex={isChosen ? 0 : -1}
        onClick={(event) => {
          if (event.detail === 0) onKeyTool(tool, given)
          else store.setTool(tool, given)
        }}
      >
        <Sign size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
