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
  /** Which way the rows are sorted by it; a click on its head turns that round. */
  sort?: { order: 'ascending' | 'descending' | 'none'; onTurn(): void }
}

/** Rows that something can be done with together. */
export type Selection<Row> = {
  isChosen(row: Row): boolean
  /** What a row is called for those who do not see it. */
  nameOf(row: Row): string
  onChoose(rows: Row[], isChosen: boolean): void
}

type Props<Row> = {
  label: string
  rows: Row[]
  columns: Column<Row>[]
  keyOf(row: Row): string
  isSelected?(row: Row): boolean
  selection?: Selection<Row>
}

/** Rows under a head that stays. Of very many, only those near the view are in the document. `j` and `k` go through the first link or button of each row. */
export function Table<Row>({ label, rows, columns, keyOf, isSelected, selection }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { from, to, abovePx, belowPx } = useWindow(rows.length, body)
  return (
    <div class="table">
      <table aria-label={label} aria-rowcount={rows.length + 1} data-moves>
        <thead>
          <tr>
            {selection && <ChooseAll rows={rows} selection={selection} />}
            {columns.map((column) => (
              <Head key={column.head} column={column} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {abovePx > 0 && <Room key="above" px={abovePx} />}
          {rows.slice(from, to).map((row, index) => (
            <tr
              key={keyOf(row)}
              data-move
              aria-rowindex={from + index + 2}
              aria-selected={isSelected?.(row) ?? selection?.isChosen(row)}
            >
              {selection && (
                <td class="is-choice">
                  <input
                    type="checkbox"
                    aria-label={`Select ${selection.nameOf(row)}`}
                    checked={selection.isChosen(row)}
                    onChange={({ currentTarget }) => selection.onChoose([row], currentTarget.checked)}
                  />
                </td>
              )}
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

function ChooseAll<Row>({ rows, selection }: { rows: Row[]; selection: Selection<Row> }) {
  return (
    <th scope="col" class="is-choice">
      <input
        type="checkbox"
        aria-label="Select all that are loaded"
        checked={rows.length > 0 && rows.every((row) => selection.isChosen(row))}
        onChange={({ currentTarget }) => selection.onChoose(rows, currentTarget.checked)}
      />
    </th>
  )
}

function Head<Row>({ column }: { column: Column<Row> }) {
  const { head, sort } = column
  if (!sort)
    return (
      <th scope="col" class={chooseClass(column)}>
        {head}
      </th>
    )
  return (
    <th scope="col" class={chooseClass(column)} aria-sort={sort.order}>
      <button type="button" class="sort" onClick={sort.onTurn}>
        {head} <span aria-hidden="true">{sort.order === 'ascending' ? '↑' : '↓'}</span>
      </button>
    </th>
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
