import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import './tabs.css'

export type Tab = { label: string; content: ComponentChildren }

/** Several views of one thing; arrow keys go from one to the next. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const id = useId()
  const [chosen, choose] = useState(0)
  const row = tabs.map((tab, index) => ({
    id: `${id}-${index}`,
    label: tab.label,
    panelId: `${id}-panel`,
  }))
  return (
    <div class="tabs">
      <TabList tabs={row} chosen={chosen} label={label} onChoose={choose} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {tabs[chosen]?.content}
      </div>
    </div>
  )
}

type ListProps = {
  tabs: { id: string; label: string; panelId: string }[]
  /** Which one is shown, from 0. */
  chosen: number
  label: string
  onChoose(index: number): void
}

/** The row of tabs alone, for those whose panels are elsewhere. */
export function TabList({ tabs, chosen, label, onChoose }: ListProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (chosen + step + tabs.length) % tabs.length
    onChoose(next)
    document.getElementById(tabs[next]?.id ?? '')?.focus()
  }
  return (
    <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          id={tab.id}
          type="button"
          role="tab"
          aria-selected={index === chosen}
          aria-controls={tab.panelId}
          tabindex={index === chosen ? 0 : -1}
          onClick={() => onChoose(index)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
