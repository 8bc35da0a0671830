import { useEffect, useRef } from 'preact/hooks'
import { formatLength } from '../../../format/format.ts'
import { findPiece, type Line, type Timing } from './timed-lyrics.ts'

type Props = { timing: Timing; current: number; isDone: boolean; onChoose(line: number): void }

/** All lines with their times; the one that is due stands in the middle. */
export function TapLines({ timing, current, isDone, onChoose }: Props) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const row = list.current?.children[current]
    if (!(row instanceof HTMLElement) || !list.current) return
    list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2 + row.clientHeight / 2
  }, [current])
  return (
    // It scrolls, so it can be focused; its buttons are for pointers, because the space bar taps.
    <ol ref={list} class="tap-lines" aria-label="Lines" tabindex={0}>
      {timing.lines.map((line, index) => (
        <li key={index} class={index === current && !isDone ? 'is-due' : undefined}>
          <button
            type="button"
            tabindex={-1}
            aria-current={index === current && !isDone ? 'step' : undefined}
            onClick={() => onChoose(index)}
          >
            <span class="figures soft small">{describeTime(line, timing)}</span>
            <span>
              {timing.unit === 'WORD' && index === current && !isDone ? (
                <Words line={line} due={timing.next - findPiece(timing, index)} />
              ) : (
                line.text
              )}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function Words({ line, due }: { line: Line; due: number }) {
  return (
    <>
      {line.words.map(({ text }, index) => (
        <span
          key={index}
          class={index === due ? 'tap-word is-due' : index < due ? 'tap-word is-past' : 'tap-word'}
        >
          {text}{' '}
        </span>
      ))}
    </>
  )
}

function describeTime({ startSecs, words }: Line, { unit }: Timing): string {
  const secs = unit === 'WORD' ? words[0]?.startSecs : startSecs
  return secs === undefined ? '·' : formatLength(secs)
}
