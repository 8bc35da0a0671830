import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import './tabs.css'

export type Tab = { label: string; content: ComponentChildren }

/** Several views of one thing; arrow keys go from one to the next. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const id = useId()
  const [chosen, choose] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (chosen + step + tabs.length) % tabs.length
    choose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            id={`${id}-${index}`}
            type="button"
            role="tab"
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabindex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {tabs[chosen]?.content}
      </div>
    </div>
  )
}
