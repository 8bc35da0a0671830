import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { describeError } from '../format/describe-error.ts'
import './find-dialog.css'
import { type Found, find, isId, locate } from './find.ts'

const TYPING_MS = 200

/** Search over everything; an id that is pasted leads straight to what it names. */
export function FindDialog({ onClose }: { onClose(): void }) {
  const { route } = useLocation()
  const [text, setText] = useState('')
  const { found, error, setError } = useFound(text)
  const list = useRef<HTMLUListElement>(null)
  const go = (href: string) => {
    onClose()
    route(href)
  }
  const jump = async (id: string) => {
    try {
      go(await locate(id))
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  const type = (next: string) => {
    setText(next)
    if (isId(next.trim())) jump(next.trim())
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const [first] = found ?? []
    if (isId(text.trim())) jump(text.trim())
    else if (first) go(first.href)
  }
  return (
    <Dialog title="Find" onClose={onClose}>
      <form class="stack" onSubmit={submit} onKeyDown={(event) => moveFocus(event, list.current)}>
        <Field label="Id, reference, title, ISRC or UPC" error={error}>
          {(box) => (
            <input
              {...box}
              type="search"
              value={text}
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => type(currentTarget.value)}
            />
          )}
        </Field>
        <p class="soft small" role="status">
          {found?.length === 0 ? 'Nothing has this name, reference or code.' : ' '}
        </p>
        <ul ref={list} class="found">
          {found?.map(({ href, title, kind }) => (
            <li key={href}>
              <a
                href={href}
                onClick={(event) => {
                  event.preventDefault()
                  go(href)
                }}
              >
                <span class="clip">{title}</span>
                <span class="soft small">{kind}</span>
              </a>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}

/** What a text stands for, shortly after the last key. */
function useFound(text: string) {
  const [found, setFound] = useState<Found[]>()
  const [error, setError] = useState<string>()
  const wanted = text.trim()
  useEffect(() => {
    setError(undefined)
    if (wanted === '' || isId(wanted)) return setFound(undefined)
    let isCurrent = true
    const timer = setTimeout(async () => {
      try {
        const next = await find(wanted)
        if (isCurrent) setFound(next)
      } catch (cause) {
        if (isCurrent) setError(describeError(cause))
      }
    }, TYPING_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted])
  return { found, error, setError }
}

/** Arrow keys go from the box through what was found and back. */
function moveFocus(
  event: KeyboardEvent & { currentTarget: HTMLFormElement },
  list: HTMLElement | null,
): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !list) return
  event.preventDefault()
  const stops = [event.currentTarget.querySelector('input'), ...list.querySelectorAll('a')]
  const at = stops.findIndex((stop) => stop?.matches(':focus'))
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
}
