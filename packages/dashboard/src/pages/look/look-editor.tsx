import { useCallback, useEffect, useState } from 'preact/hooks'
import { TabList } from '../../components/tabs.tsx'
import { AboutForm, FieldsForm } from './about-form.tsx'
import { EditorHead } from './editor-head.tsx'
import { explainAbsence } from './explain-absence.ts'
import { hideLayers } from './hide-layers.ts'
import { JsonView } from './json-view.tsx'
import { LayerForm } from './layer-form.tsx'
import { LayerList } from './layer-list.tsx'
import { type Edited, getAt, type LookDraft, type LookLayer } from './look-draft.ts'
import type { LookSchema } from './look-schema.ts'
import { moveLayerBy } from './move-layer.ts'
import { Stages, type StagesProps } from './stages.tsx'
import { type Drawings, type LookFault, useDrawings } from './use-drawings.ts'
import { type History, useHistory } from './use-history.ts'
import { useKeeping, useKeptDraft } from './use-kept-draft.ts'
import './forms.css'
import { useSong } from './use-song.ts'

const SHAPES = ['9x16', '1x1', '16x9']
const TABS = ['Layer', 'Look', 'Fields', 'JSON']
const MOST_SHAPES = 4

/** A look with its layers on one side, its pictures in the middle and what can be said of it on the other side. */
export function LookEditor({ edited, schema }: { edited: Edited; schema: LookSchema }) {
  const kept = useKeptDraft(edited)
  const history = useHistory<LookDraft>(kept.first)
  const look = history.now
  const song = useSong()
  const [chosen, setChosen] = useState(findTop(look))
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [large, setLarge] = useState<string>()
  const [scope, setScope] = useState('')
  const [tab, setTab] = useState(0)
  const shapes = listShapes(look)
  const first = large && shapes.includes(large) ? large : (shapes[0] ?? '9x16')
  const wanted = song.input && {
    look: { ...hideLayers(look, hidden), ...(edited.contentId && { contentId: edited.contentId }) },
    input: song.input,
    shapes: [first, ...shapes.filter((shape) => shape !== first)],
  }
  const drawings = useDrawings(wanted)
  useKeeping(kept, look)
  useEffect(() => song.onProblem(drawings.problem?.code), [drawings.problem])
  useUndoKeys(history)
  const choose = useCallback((path: string) => {
    setChosen(path)
    setTab(0)
  }, [])
  const arrange = (next: LookDraft, path = findTop(next)) => {
    history.change(() => next)
    // Paths are other ones now.
    setHidden(new Set())
    choose(path)
  }
  const move: StagesProps['onMove'] = (shape, outline, by, isExact) => {
    const isMirrored = drawings.byShape[shape]?.isMirrored ?? false
    const dragged = { shape, scope, outline, by, isMirrored, isExact }
    history.change((before) => moveLayerBy(before, dragged), `${outline.path}.moved`)
  }
  const { faults } = drawings
  const absence = hidden.has(chosen) ? undefined : findAbsence(look, chosen, { drawings, shape: first })
  return (
    <div class="look">
      <EditorHead {...{ edited, kept, faults }} steps={history} onReplace={arrange} />
      <div class="look-parts">
        <LayerList
          {...{ look, schema, faults, chosen, hidden }}
          onChoose={choose}
          onHide={(path) => setHidden((before) => toggle(before, path))}
          onArrange={arrange}
        />
        <Stages
          {...{ look, wanted, drawings, song, chosen, hidden, shapes }}
          large={first}
          onLarge={setLarge}
          onChoose={choose}
          onFault={(path) => choose(findLayerPath(path))}
          onMove={move}
        />
        <Side
          {...{ tab, look, schema, faults, chosen, history, absence }}
          shape={scope}
          onShape={setScope}
          onTab={setTab}
        />
      </div>
    </div>
  )
}

/** Why the chosen layer is not in the picture that is looked at, once that picture is of the look as it is now. */
function findAbsence(
  look: LookDraft,
  path: string,
  { drawings: { faults, waiting, byShape }, shape }: { drawings: Drawings; shape: string },
): string | undefined {
  if (faults.length > 0 || waiting.includes(shape)) return undefined
  return explainAbsence(getAt(look, path) as LookLayer | undefined, path, byShape[shape])
}

/** What can be said of a layer, of the look, of its fields; or all of it as text. */
function Side({ onTab, ...props }: PanelProps & { onTab(tab: number): void }) {
  return (
    <section class="look-side tabs" aria-label="Properties">
      <TabList
        tabs={TABS.map((label) => ({ id: `look-tab-${label}`, label, panelId: 'look-panel' }))}
        chosen={props.tab}
        label="Properties of"
        onChoose={onTab}
      />
      <div role="tabpanel" id="look-panel" aria-labelledby={`look-tab-${TABS[props.tab]}`}>
        <Panel {...props} />
      </div>
    </section>
  )
}

type PanelProps = {
  tab: number
  look: LookDraft
  schema: LookSchema
  faults: LookFault[]
  chosen: string
  shape: string
  absence: string | undefined
  history: History<LookDraft>
  onShape(shape: string): void
}

function Panel({ tab, look, schema, faults, chosen, history, ...props }: PanelProps) {
  const { shape, absence, onShape } = props
  const common = { look, schema, faults, onChange: history.change }
  if (tab === 0) return <LayerForm key={chosen} {...common} path={chosen} {...{ shape, absence, onShape }} />
  if (tab === 1) return <AboutForm {...common} />
  if (tab === 2) return <FieldsForm {...common} />
  return <JsonView look={look} onChange={history.change} />
}

/** The shapes that are shown side by side. */
function listShapes({ aspectRatios }: LookDraft): string[] {
  const own = Array.isArray(aspectRatios)
    ? aspectRatios.filter((each): each is string => typeof each === 'string' && /^\d+x\d+$/.test(each))
    : []
  return own.length > 0 ? own.slice(0, MOST_SHAPES) : SHAPES
}

function toggle(set: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(path)) next.add(path)
  return next
}

/** The path of the uppermost layer. */
function findTop({ layers }: LookDraft): string {
  return `layers[${layers.length - 1}]`
}

/** The layer that a path leads into. */
function findLayerPath(path: string): string {
  return /^layers\[\d+\](\.children\[\d+\])*/.exec(path)?.[0] ?? ''
}

/** Ctrl+Z and Ctrl+Shift+Z; in a text, the browser's own. */
function useUndoKeys({ undo, redo }: History<LookDraft>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isWriting(event.target)) return
      if (key === 'z') (event.shiftKey ? redo : undo)()
      else if (key === 'y') redo()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [undo, redo])
}

function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && ['text', 'number', 'search', 'url'].includes(target.type)
}
