import './dom.ts'
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Scope, SignedIn } from '@songreel/contract'
import { type ComponentChild, render } from 'preact'
import { act } from 'preact/test-utils'
import { toasts } from '../src/components/toast.tsx'
import { session } from '../src/session/scopes.ts'

/** What a fact is waited for at most: machines are slow when all tests run. */
const PATIENCE_MS = 20_000

/** A component on a page, and what a person can do with it. */
export type View = {
  root: HTMLElement
  /** All that can be read, with single spaces. */
  text(): string
  /** A button or link by its name. */
  control(name: string | RegExp): HTMLElement
  /** Whether there is such a button or link. */
  has(name: string | RegExp): boolean
  /** A box by its label. */
  box<Box extends HTMLElement = HTMLInputElement>(label: string): Box
  press(target: string | HTMLElement): Promise<void>
  type(label: string, text: string): Promise<void>
  key(target: Element, key: string, more?: KeyboardEventInit): Promise<void>
  show(next: ComponentChild): Promise<void>
}

/** Puts a component on the page until its test ends. */
export async function mount(t: TestContext, shown: ComponentChild): Promise<View> {
  const root = document.createElement('main')
  document.body.append(root)
  const show = (next: ComponentChild) => act(() => render(next, root))
  t.after(async () => {
    await show(null)
    root.remove()
    // The next test finds nobody signed in and nothing said, as a new page does.
    session.value = undefined
    toasts.value = []
  })
  await show(shown)
  const controls = () => [...root.querySelectorAll<HTMLElement>('button, a[href], summary')]
  const find = (name: string | RegExp) =>
    controls().find((each) => (typeof name === 'string' ? nameOf(each) === name : name.test(nameOf(each))))
  const control = (name: string | RegExp) => {
    const found = find(name)
    assert.ok(found, `no control “${name}” among ${controls().map(nameOf).join(' | ')}`)
    return found
  }
  return {
    root,
    text: () => tidy(root.textContent),
    control,
    has: (name) => find(name) !== undefined,
    box: (label) => findBox(root, label),
    press: (target) =>
      act(async () => {
        ;(typeof target === 'string' ? control(target) : target).click()
        await settle()
      }),
    type: (label, text) => act(() => typeInto(findBox(root, label), text)),
    key: (target, key, more) =>
      act(() => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
        target.dispatchEvent(event)
      }),
    show,
  }
}

/** Waits until what is under way has reached the page. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for a fact: what people see shortly after the last key, say. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS
  while (!isSo()) {
    assert.ok(performance.now() < endMs, `never: ${what}`)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  }
}

/** Who is signed in, by what they may do, until the test ends. */
export function signInAs(...scopes: Scope[]): void {
  session.value = { version: '1.0.0', isClaimed: true, signedIn: { scopes } as unknown as SignedIn }
}

/** Lets something happen outside of the view, and waits for what it changes there. */
export function happen(what: () => unknown): Promise<void> {
  return act(async () => {
    await what()
    await settle()
  })
}

function nameOf(element: Element): string {
  return tidy(element.getAttribute('aria-label') ?? element.textContent)
}

function tidy(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}

function findBox<Box extends HTMLElement>(root: Element, label: string): Box {
  const named = root.querySelector<Box>(`[aria-label="${label}"]`)
  if (named) return named
  const found = [...root.querySelectorAll('label')].find((each) => tidy(each.textContent) === label)
  assert.ok(found, `no box “${label}”`)
  const id = found.getAttribute('for')
  const box = id ? root.querySelector(`[id="${id}"]`) : found.querySelector('input, select, textarea')
  assert.ok(box, `the label “${label}” leads nowhere`)
  return box as Box
}

/** As keys do it: the value first, then what browsers say about it. */
function typeInto(box: HTMLInputElement, text: string): void {
  box.value = text
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.dispatchEvent(new Event('change', { bubbles: true }))
}
