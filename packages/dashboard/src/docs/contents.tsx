import { useEffect, useState } from 'preact/hooks'
import { findShownLinks, focusOn, isMenuOpen, searchText } from './contents-state.ts'
import { Inline } from './prose.tsx'
import { Verb } from './route.tsx'

/** A link to a call, an event or a code. */
export type Entry = {
  id: string
  label: string
  /** The method of a call, or `evt`. */
  verb?: string
  /** What else it is found by. */
  words?: string
}

export type Section = { title: string; id?: string; entries: Entry[] }

type Props = {
  /** Above the sections. */
  first?: Entry[]
  sections: Section[]
  /** What is said if a search finds nothing. */
  empty: string
}

/** The contents beside a page. They follow what is being read, and the search narrows them down. */
export function Contents({ first = [], sections, empty }: Props) {
  const current = useCurrent([
    ...first.map(({ id }) => id),
    ...sections.flatMap(({ id, entries }) => [...(id ? [id] : []), ...entries.map((entry) => entry.id)]),
  ])
  useClosing()
  const words = searchText.value.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = ({ id, label, verb = '', words: more = '' }: Entry) => {
    const text = `${label} ${verb} ${id} ${more}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const hasAny = sections.some(({ entries }) => entries.some(isFound))
  return (
    <nav
      class={isMenuOpen.value ? 'side open' : 'side'}
      id="side"
      aria-label="Contents"
      onKeyDown={moveWithArrows}
    >
      {first.length > 0 && (
        <ol class="nav-group">
          {first.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={current === id ? 'true' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ol>
      )}
      {sections.map(({ title, id, entries }) => (
        <section key={title} class="nav-section" hidden={!entries.some(isFound)}>
          <h2>
            {id ? (
              <a href={`#${id}`} aria-current={current === id ? 'true' : undefined}>
                {title}
              </a>
            ) : (
              title
            )}
          </h2>
          <ol class="nav-group">
            {entries.map((entry) => (
              <li key={entry.id} data-call hidden={!isFound(entry)}>
                <EntryLink entry={entry} isCurrent={current === entry.id} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      <p class="nav-empty" hidden={hasAny}>
        {empty}
      </p>
      <ol class="nav-group small-only">
        <li>
          <a href="/docs">Reference</a>
        </li>
        <li>
          <a href="/docs/errors">Errors</a>
        </li>
        <li>
          <a href="/v1/openapi.json">OpenAPI</a>
        </li>
      </ol>
    </nav>
  )
}

function EntryLink({ entry: { id, label, verb }, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  const current = isCurrent ? 'true' : undefined
  if (!verb)
    return (
      <a class="nav-code" href={`#${id}`} aria-current={current}>
        {label}
      </a>
    )
  return (
    <a href={`#${id}`} aria-current={current}>
      <Verb name={verb === 'evt' ? 'post' : verb} label={verb === 'delete' ? 'del' : verb} />
      <span>
        <Inline text={shorten(label)} />
      </span>
    </a>
  )
}

/** What stands before a remark; the list is narrow. */
function shorten(summary: string): string {
  return summary.split(/[;(]/, 1)[0]?.trim() ?? summary
}

function moveWithArrows(event: KeyboardEvent): void {
  const links = findShownLinks()
  const index = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (index < 0) return
  if (event.key === 'ArrowDown') focusOn(event, links[index + 1])
  if (event.key === 'ArrowUp') focusOn(event, links[index - 1] ?? document.getElementById('search'))
}

/** Which entry is being read: the first one that is in the upper part of the window. */
function useCurrent(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const visible = new Set<HTMLElement>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          visible[isIntersecting ? 'add' : 'delete'](target as HTMLElement)
        setCurrent([...visible].sort((a, b) => a.offsetTop - b.offsetTop)[0]?.id)
      },
      { rootMargin: '-120px 0px -65% 0px' },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])
  useEffect(() => keepInView(document.querySelector('#side [aria-current]')), [current])
  return current
}

/** Moves only the contents; scrollIntoView would move the page as well. */
function keepInView(link: Element | null): void {
  const side = link?.closest('#side')
  if (!link || !side) return
  const { top, bottom } = link.getBoundingClientRect()
  const frame = side.getBoundingClientRect()
  if (top < frame.top) side.scrollTop -= frame.top - top + 40
  if (bottom > frame.bottom) side.scrollTop += bottom - frame.bottom + 40
}

/** On small screens the contents close when a link is followed, by a click beside them, and by Escape. */
function useClosing(): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return
      if (target.closest('#side a') || !target.closest('#side, .top')) isMenuOpen.value = false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') isMenuOpen.value = false
    }
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
