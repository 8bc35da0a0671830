// The reference can be read without any script. This brings to life what is more than text: search, copying, languages of
// the samples, the token, and trying calls.
import { effect } from '@preact/signals'
import { type ComponentType, hydrate, render } from 'preact'
// What only servers draw has its style from here.
import '../components/coloured-json.css'
import { Toasts } from '../components/toast.tsx'
import '../styles/tokens.css'
import '../styles/base.css'
import './base.css'
import './top.css'
import './side.css'
import './content.css'
import './code.css'
import './start.css'
import './errors.css'
import './small-screens.css'
import type { IslandProps } from './island.tsx'
import { ISLANDS } from './islands.ts'
import { LANGUAGES, language, recallLanguage } from './languages.ts'
import { openForm } from './open-try.tsx'

for (const root of findIslands('[data-island]:not([data-late])')) bringToLife(root)
for (const event of ['pointerdown', 'focusin', 'click'] as const)
  document.addEventListener(event, ({ target }) => reachFor(target), { capture: true, passive: true })

recallLanguage()
effect(() => {
  // The tabs of all samples show what was chosen.
  if (language.value !== LANGUAGES[0].language)
    setTimeout(() => findIslands('[data-island=SamplesHead][data-late]').forEach(bringToLife))
})

const above = document.body.appendChild(document.createElement('div'))
render(<Above />, above)

/** What is above the page: the form that tries a call, and what is said in passing. */
function Above() {
  return (
    <>
      {openForm.value}
      <Toasts />
    </>
  )
}

function findIslands(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
}

/** Whatever somebody presses or moves to is alive before it hears of that. */
function reachFor(target: EventTarget | null): void {
  const root = target instanceof Element && target.closest<HTMLElement>('[data-late]')
  if (root) bringToLife(root)
}

function bringToLife(root: HTMLElement): void {
  const { island = '', props = '{}' } = root.dataset
  root.removeAttribute('data-late')
  // Its props were written for it, by the same build.
  const Part = ISLANDS[island] as ComponentType<IslandProps> | undefined
  if (Part) hydrate(<Part {...JSON.parse(props)} root={root} />, root)
}
