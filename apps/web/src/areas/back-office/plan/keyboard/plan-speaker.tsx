import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { frameOf } from '../model/geometry.ts'
import { wordsOf } from '../model/object-rows.ts'
import { anchorsOf, toPath } from '../model/path.ts'
import { usePlanStore } from '../use-plan.ts'
import { newsOf, type News, type Told } from './plan-news.ts'

/** Names what the keys do on the sheet. */
export const sheetKeysId = 'plan-sheet-keys'

/** A row of presses is one piece of news. */
const pauseMs = 300

/** Says politely what has happened on the sheet. What is typed into a field or chosen in a list, those say themselves. */
export function PlanSpeaker() {
  const t = useTranslations('plan.reach')
  const words = useWords()
  const store = usePlanStore()
  const [said, setSaid] = useState('')
  const latest = useRef(words)
  useEffect(() => {
    latest.current = words
  })
  useEffect(() => {
    let before: Told = store.get()
    let timer: ReturnType<typeof setTimeout> | undefined
    const speak = (): void => {
      const now = store.get()
      const news = newsOf(before, now)
      before = now
      if (news !== null && !isSaidThere(news)) setSaid(latest.current(news, now))
    }
    const stop = store.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(speak, pauseMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [store])
  return (
    <>
      <p id={sheetKeysId} hidden>
        {t('sheetKeys')}
      </p>
      <p className="st-spoken" role="status" data-news>
        {said}
      </p>
    </>
  )
}

function isSaidThere({ kind }: Exclude<News, null>): boolean {
  const there = document.activeElement
  if (kind === 'changed') return there?.closest('input, textarea, select') != null
  return (kind === 'chosen' || kind === 'none') && there?.closest('[role="tree"]') != null
}

/** News in the reader's language. */
function useWords(): (news: Exclude<News, null>, now: Told) => string {
  const t = useTranslations('plan.reach.news')
  const tool = useTranslations('plan.tool')
  const nameOf = (object: MapObject): string => [tool(object.type), wordsOf(object)].join(' ').trim()
  return (news, { tool: chosen, cursor, editing, objects }) => {
    const { x = 0, y = 0 } = cursor ?? {}
    switch (news.kind) {
      case 'none':
        return t('none')
      case 'outline':
        return t('outline')
      case 'tool':
        return t('tool', { tool: tool(chosen), x, y })
      case 'cursor': {
        const outline = objects.find(({ uuid }) => uuid === editing)
        const anchors = outline === undefined ? [] : anchorsOf(outline)
        const at = outline === undefined ? null : toPath(outline, { x, y })
        const number =
          anchors.findIndex((anchor) => at !== null && Math.hypot(anchor.x - at.x, anchor.y - at.y) < 1) + 1
        return number === 0 ? t('cursor', { x, y }) : t('point', { number, count: anchors.length, x, y })
      }
      case 'added':
      case 'removed':
      case 'changed':
      case 'chosen': {
        const [only, ...others] = news.objects
        if (only === undefined || others.length > 0)
          return t(`${news.kind}Many`, { count: news.objects.length })
        const frame = frameOf([only])
        const [left, top, width, height] = [frame?.x, frame?.y, frame?.width, frame?.height].map((side) =>
          Math.round(side ?? 0),
        ) as [number, number, number, number]
        return t(news.kind, { what: nameOf(only), x: left, y: top, width, height })
      }
    }
  }
}
