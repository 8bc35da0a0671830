import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import './table.css'

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

/** Rows under a head that stays. `j` and `k` go through the first link or button of each row. */
export function Table<Row>({ label, rows, columns, keyOf, isSelected }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  return (
    <div class="table">
      <table aria-label={label} data-moves>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-move aria-selected={isSelected?.(row)}>
              {columns.map((column) => (
                <td key={column.head} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
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

function classOf({ isNumber, isExtra }: { isNumber?: boolean; isExtra?: boolean }): string | undefined {
  const names = [isNumber && 'is-number', isExtra && 'is-extra'].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}
