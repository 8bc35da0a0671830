import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import './table.css'
import { useWindow } from './use-window.ts'

export type Column<Row> = {
  head: string
  cell(row: Row): ComponentChildren
  isNumber?: boolean
  /** Left out on narrow screens. */
  isExtra?: boolean
}

type Props<Row> = {
  label: string
  rows: Row[]
  columns: Column<Row>[]
  keyOf(row: Row): string
  isSelected?(row: Row): boolean
}

/** Rows under a head that stays. Of very many, only those near the view are in the document. `j` and `k` go through the first link or button of each row. */
export function Table<Row>({ label, rows, columns, keyOf, isSelected }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { from, to, abovePx, belowPx } = useWindow(rows.length, body)
  return (
    <div class="table">
      <table aria-label={label} aria-rowcount={rows.length + 1} data-moves>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={chooseClass(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {abovePx > 0 && <Room key="above" px={abovePx} />}
          {rows.slice(from, to).map((row, index) => (
            <tr key={keyOf(row)} data-move aria-rowindex={from + index + 2} aria-selected={isSelected?.(row)}>
              {columns.map((column) => (
                <td key={column.head} class={chooseClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {belowPx > 0 && <Room key="below" px={belowPx} />}
        </tbody>
      </table>
    </div>
  )
}

/** Loads the next page shortly before one comes to it. */
export function More({ onSeen }: { onSeen(): Promise<void> }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onSeen(),
      { rootMargin: '800px' },
    )
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={mark} class="row">
      <Button onPress={onSeen}>Load more</Button>
    </div>
  )
}

/** Stands for rows that are far from the view. */
function Room({ px }: { px: number }) {
  return <tr style={{ height: `${px}px` }} />
}

function chooseClass({ isNumber, isExtra }: { isNumber?: boolean; isExtra?: boolean }): string | undefined {
  const names = [isNumber && 'is-number', isExtra && 'is-extra'].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}
