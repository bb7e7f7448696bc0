import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDoorEnter, IconWall, type Icon } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
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

/** First what a house is made of: boxes in rows, walls, the way in. Then the seven tools that draw anything else. */
export function Toolbar() {
  const t = useTranslations('plan')
  const gate = useNewGate()
  return (
    <div className={classes.tools} role="toolbar" aria-orientation="vertical" aria-label={t('tool.label')}>
      <ToolButton tool="select" label={t('tool.select')} sign={toolIcons.select} />
      <ToolButton tool="pan" label={t('tool.pan')} sign={toolIcons.pan} />
      <hr />
      <ToolButton tool="grid" label={t('tool.grid')} sign={toolIcons.grid} />
      <ToolButton tool="rectangle" given={givenFor('wall')} label={t('role.tool.wall')} sign={IconWall} />
      <ToolButton tool="rectangle-with-text" given={gate} label={t('role.tool.gate')} sign={IconDoorEnter} />
      <hr />
      {drawingTools.map((tool) => (
        <ToolButton key={tool} tool={tool} label={t(`tool.${tool}`)} sign={toolIcons[tool]} />
      ))}
    </div>
  )
}

interface ToolButtonProps {
  readonly tool: Tool
  readonly given?: Partial<MapObject>
  readonly label: string
  readonly sign: Icon
}

function ToolButton({ tool, given, label, sign: Sign }: ToolButtonProps) {
  const store = usePlanStore()
  const isChosen = usePlan((state) => state.tool === tool && state.given.role === given?.role)
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        size={40}
        variant={isChosen ? 'filled' : 'subtle'}
        color={isChosen ? 'teal' : 'gray'}
        aria-label={label}
        aria-pressed={isChosen}
        onClick={() => store.setTool(tool, given)}
      >
        <Sign size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
