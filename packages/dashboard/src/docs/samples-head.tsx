import { useLayoutEffect, useState } from 'preact/hooks'
import { TabList } from '../components/tabs.tsx'
import type { IslandProps } from './island.tsx'
import { chooseLanguage, LANGUAGES, language } from './languages.ts'
import { PanelTools } from './panel-tools.tsx'

type Props = { operationId: string }

/** Above the samples of a call: their languages, and what can be done. A choice counts for all calls of the page. */
export function SamplesHead({ operationId, root }: Props & IslandProps) {
  // First as the server wrote it: only then it may differ.
  const [isAlive, setAlive] = useState(false)
  useLayoutEffect(() => setAlive(true), [])
  const shown = isAlive ? language.value : LANGUAGES[0].language
  const choose = (index: number) => {
    const panel = root?.closest('.panel')
    const beforePx = panel?.getBoundingClientRect().top ?? 0
    chooseLanguage((LANGUAGES[index] ?? LANGUAGES[0]).language)
    // Samples above may have grown or shrunk; what is being looked at stays where it is.
    const afterPx = panel?.getBoundingClientRect().top ?? 0
    scrollBy({ top: afterPx - beforePx, behavior: 'instant' })
  }
  const tabs = LANGUAGES.map((each) => ({
    id: `${operationId}-${each.language}-tab`,
    label: each.label,
    panelId: `${operationId}-${each.language}`,
  }))
  const chosen = LANGUAGES.findIndex((each) => each.language === shown)
  return (
    <>
      <TabList tabs={tabs} chosen={chosen} label="Language" onChoose={choose} />
      <div class="panel-tools">
        <PanelTools operationId={operationId} root={root} />
      </div>
    </>
  )
}
