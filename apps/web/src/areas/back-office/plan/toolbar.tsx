import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { drawingTools } from './model/new-object.ts'
import { toolIcons } from './tool-icons.ts'
import { usePlan, usePlanStore } from './use-plan.ts'
import classes from './plan.module.css'

/** Choosing, moving the sheet, the seven tools that draw, and the one that draws boxes in rows. */
export function Toolbar() {
  const t = useTranslations('plan.tool')
  const store = usePlanStore()
  const chosen = usePlan(({ tool }) => tool)
  return (
    <div className={classes.tools} role="toolbar" aria-orientation="vertical" aria-label={t('label')}>
      {(['select', 'pan', ...drawingTools, 'grid'] as const).map((tool) => {
        const ToolIcon = toolIcons[tool]
        return (
          <Tooltip key={tool} label={t(tool)} position="right">
            <ActionIcon
              size={40}
              variant={tool === chosen ? 'filled' : 'subtle'}
              color={tool === chosen ? 'teal' : 'gray'}
              aria-label={t(tool)}
              aria-pressed={tool === chosen}
              onClick={() => store.setTool(tool)}
            >
              <ToolIcon size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </div>
  )
}
