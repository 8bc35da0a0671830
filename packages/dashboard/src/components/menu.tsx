import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import './menu.css'

export type MenuItem = { key: string; label: string; onPick(): unknown }

type Props = {
  label: string
  items: MenuItem[]
  isSmall?: boolean
  disabled?: boolean
  'aria-label'?: string
}

/**
 * A button that opens a list of things to do. Unlike a select, it does nothing before one of them is picked: in a select,
 * an arrow key or a letter would already be a choice.
 */
export function Menu({ label, items, isSmall, disabled, 'aria-label': name }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [openedAt, openAt] = useState<number>()
  const isOpen = openedAt !== undefined
  const rows = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const leave = () => openAt(undefined)
  useEffect(() => {
    if (openedAt !== undefined) rows().at(openedAt)?.focus()
  }, [openedAt])
  const close = () => {
    openAt(undefined)
    root.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return leave()
    const next = isOpen ? findRow(event.key, rows()) : { ArrowDown: 0, ArrowUp: -1 }[event.key]
    if (next === undefined && !(isOpen && event.key === 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (next === undefined) close()
    else if (isOpen) rows().at(next)?.focus()
    else openAt(next)
  }
  return (
    <div class="menu" ref={root}>
      <Button
        isSmall={isSmall}
        disabled={disabled}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onKeyDown={onKeyDown}
        onPress={() => (isOpen ? leave() : openAt(0))}
      >
        {label}
      </Button>
      {isOpen && (
        <List id={id} label={name ?? label} root={root.current} onKeyDown={onKeyDown} onLeave={leave}>
          {items.map((item) => (
            <Row {...item} key={item.key} onClose={close} />
          ))}
        </List>
      )}
    </div>
  )
}

type ListProps = {
  id: string
  label: string
  root: HTMLElement | null
  children: ComponentChildren
  onKeyDown(event: KeyboardEvent): void
  onLeave(): void
}

/** The open list. It lies above the whole page, where no panel cuts it off, so it can't stay when its button is scrolled away. */
function List({ id, label, root, children, onKeyDown, onLeave }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.showPopover?.()
    const onScroll = ({ target }: Event) => {
      if (target !== list.current) onLeave()
    }
    addEventListener('scroll', onScroll, true)
    return () => removeEventListener('scroll', onScroll, true)
  }, [])
  return (
    <div
      role="menu"
      popover="manual"
      ref={list}
      id={id}
      aria-label={label}
      tabIndex={-1}
      style={findPlace(root)}
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => {
        if (!root?.contains(relatedTarget as Node | null)) onLeave()
      }}
    >
      {children}
    </div>
  )
}

const GAP = 4

/** Below the button or above it, wherever the window has more room, and flush with the outer side of the button. */
function findPlace(root: HTMLElement | null) {
  if (!root) return {}
  const { left, right, top, bottom } = root.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const across = left + right > clientWidth ? { right: clientWidth - right } : { left }
  const below = clientHeight - bottom - 2 * GAP
  const above = top - 2 * GAP
  return below > above
    ? { ...across, top: bottom + GAP, maxHeight: below }
    : { ...across, bottom: clientHeight - top + GAP, maxHeight: above }
}

function Row({ label, onPick, onClose }: MenuItem & { onClose(): void }) {
  const pick = () => {
    onClose()
    return onPick()
  }
  return (
    <Button role="menuitem" tabIndex={-1} loudness="plain" onPress={pick}>
      {label}
    </Button>
  )
}

/** The row that a key goes to: the next or the one before, the first or the last, or the next that begins with a letter. */
function findRow(key: string, rows: HTMLElement[]): number | undefined {
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return (at + 1) % rows.length
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  if (key === 'End') return -1
  if (key.length !== 1 || key === ' ') return undefined
  const begins = (row: HTMLElement) => row.textContent?.toLowerCase().startsWith(key.toLowerCase())
  const inOrder = rows.map((_, step) => (at + 1 + step) % rows.length)
  return inOrder.find((index) => begins(rows[index] as HTMLElement))
}
