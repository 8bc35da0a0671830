import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RenderProgress, RenderStage } from '@songreel/render'
import { measureWidth } from './print.ts'
import { createPlainView, createTerminalView } from './progress-view.ts'

const ESC = String.fromCharCode(27)
const plainPaint = (_: unknown, text: string) => text

describe('progress on a terminal', () => {
  test('one row per video, with stage, frames, speed and time left', () => {
    const { view, screen } = openTerminal(100)
    view.start(['9x16', '1x1'])
    view.update('9x16', progressAt(60, { frames: 268, frameCount: 450, fps: 61.4, etaSecs: 3 }))
    assert.deepEqual(screen(), [
      '  ● 9x16  Rendering  ━━━━━━━━━━━━━━━──────────  268/450 frames · 61 fps · about 3 s left',
      '    1x1   Waiting',
    ])
  })

  test('a single video needs no name', () => {
    const { view, screen } = openTerminal(100)
    view.start([''])
    view.update('', progressAt(60, { frames: 268, frameCount: 450, fps: 61, etaSecs: 3 }))
    assert.deepEqual(screen(), [
      '  ● Rendering    ━━━━━━━━━━━━━━━──────────  268/450 frames · 61 fps · about 3 s left',
    ])
  })

  test('rows are drawn over again, lines above them stay, and in the end the rows are gone', () => {
    const { view, screen } = openTerminal(100)
    view.print(['  ✔ Read'])
    view.wait('Listening')
    assert.deepEqual(screen(), ['  ✔ Read', '  ● Listening …'])
    view.wait(undefined)
    view.start(['9x16', '1x1'])
    for (const percent of [10, 20, 30]) view.update('1x1', progressAt(percent))
    view.print(['  ! A warning'])
    view.end('1x1', { isGood: true, tookMs: 14_900 })
    view.end('9x16', { isGood: false })
    assert.deepEqual(screen(), [
      '  ✔ Read',
      '  ! A warning',
      '  ✖ 9x16  Failed',
      '  ✔ 1x1   Rendered   14.9 s',
    ])
    view.close()
    view.print(['  done'])
    assert.deepEqual(screen(), ['  ✔ Read', '  ! A warning', '  done'])
  })

  test('no row is wider than the terminal, or erasing would miss a line', () => {
    for (const columns of [20, 40, 60, 80]) {
      const { view, screen } = openTerminal(columns)
      view.start(['16x9', '9x16'])
      view.update('9x16', progressAt(50, { frames: 11_111, frameCount: 22_222, fps: 60, etaSecs: 4000 }))
      for (const line of screen()) assert.ok(line.length < columns, `${columns}: ${line}`)
    }
  })

  test('what matters most is whole in any width: how far it is and how long it will take', () => {
    const rows: [columns: number, row: string][] = [
      [90, '  ● 16x9  Rendering  ━━━━━━━━━━━━━────────────  11111/22222 · about 1 h 6 min left'],
      [80, '  ● 16x9  Rendering  ━━━━━─────  11111/22222 · about 1 h 6 min left'],
      [62, '  ● 16x9  Rendering  ━━━━━─────  50 % · about 1 h 6 min left'],
      [50, '  ● 16x9  Rendering  50 % · about 1 h 6 min left'],
    ]
    for (const [columns, row] of rows) {
      const { view, screen } = openTerminal(columns)
      view.start(['16x9'])
      view.update('16x9', progressAt(50, { frames: 11_111, frameCount: 22_222, fps: 60, etaSecs: 4000 }))
      assert.deepEqual(screen(), [row])
    }
  })

  test('wide characters are counted as what they take', () => {
    for (const columns of [30, 50, 80]) {
      const { view, screen } = openTerminal(columns)
      view.start(['宇多田ヒカル 光 9x16', '👩‍🚀 1x1'])
      view.update('宇多田ヒカル 光 9x16', progressAt(50))
      for (const line of screen()) assert.ok(measureWidth(line) < columns, `${columns}: ${line}`)
    }
  })
})

describe('progress in a pipe', () => {
  test('one line per 10 %, never a carriage return or an escape sequence', () => {
    const { view, text } = openPlain()
    view.start(['9x16', '1x1'])
    for (let percent = 0; percent <= 100; percent += 0.5) view.update('9x16', progressAt(percent))
    view.end('9x16', { isGood: true, tookMs: 100 })
    view.close()
    const lines = text().trimEnd().split('\n')
    assert.equal(lines.length, 9)
    assert.equal(lines[4], '  9x16  Rendering  50 %  50/100 frames · 30 fps · about 5 s left')
    assert.doesNotMatch(text(), /\r/)
    assert.ok(!text().includes(ESC))
  })

  test('a fast video skips lines and repeats none', () => {
    const { view, text } = openPlain()
    view.start(['1x1'])
    for (const percent of [0, 5.5, 47, 48, 89, 89, 100]) view.update('1x1', progressAt(percent))
    assert.deepEqual(text().match(/\d+ %/g), ['40 %', '80 %'])
  })

  test('empty lines are for eyes, and left out', () => {
    const { view, text } = openPlain()
    view.print(['', '  ✔ Read', ''])
    assert.equal(text(), '  ✔ Read\n')
  })
})

function progressAt(percent: number, changes: Partial<RenderProgress> = {}): RenderProgress {
  const stage: RenderStage = 'DRAWING'
  return { stage, percent, frames: Math.round(percent), frameCount: 100, fps: 30, etaSecs: 5, ...changes }
}

function openPlain() {
  let written = ''
  const view = createPlainView({ write: (more) => (written += more) })
  return { view, text: () => written }
}

/** A terminal as far as the view uses one: lines, and "go up n lines and clear the rest". */
function openTerminal(columns: number) {
  let lines = ['']
  const write = (text: string) => {
    const erase = new RegExp(`^${ESC}\\[(\\d+)A${ESC}\\[0J$`).exec(text)
    if (erase) lines = [...lines.slice(0, lines.length - 1 - Number(erase[1])), '']
    else lines = (lines.join('\n') + text).split('\n')
  }
  const view = createTerminalView({ write, columns }, plainPaint)
  return { view, screen: () => lines.slice(0, -1).map((line) => line.trimEnd()) }
}
